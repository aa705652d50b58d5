package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.support.Fatal;
import java.util.Comparator;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Messages by priority, and within one by arrival: a concurrent skip list.
 *
 * <p>The comparator is the user's and may throw, also in the middle of an insertion or a removal, where the skip list isn't
 * made for it. So what it throws is only noted, at both entries, and they are ordered by arrival. The thread that adds an entry then
 * looks at it: with a note, the entry is withdrawn and the exception goes to the sender.
 *
 * <p>Why nothing is lost or taken twice: an entry belongs to the thread that {@linkplain Entry#claim claims} it, the taker or the
 * sender that withdraws it. If the taker is faster it had another message's token, which is still in the list, and the sender
 * goes on to send the token for that one. A claimed entry that wasn't removed, because a bad comparator hid it, is skipped
 * when its turn comes: the first entry is taken without comparing anything.
 *
 * @param <M> the type of the messages
 */
final class PriorityLane<M> {
    private final Comparator<? super M> order;
    private final AtomicLong arrivals = new AtomicLong();
    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>(this::compare);

    PriorityLane(Comparator<? super M> order) {
        this.order = order;
    }

    private static final class Entry extends AtomicBoolean {
        private static final long serialVersionUID = 1L;

        final transient Object sent;
        final long arrival;

        transient volatile @Nullable Throwable failure;

        Entry(Object sent, long arrival) {
            this.sent = sent;
            this.arrival = arrival;
        }

        boolean claim() {
            return compareAndSet(false, true);
        }
    }

    /** Adds a message; throws what the comparator throws, and then hasn't added it. */
    void put(Object sent) {
        var entry = new Entry(sent, arrivals.getAndIncrement());
        entries.add(entry);
        Throwable failure = entry.failure;
        if (failure != null && entry.claim()) {
            entries.remove(entry);
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    /** Takes the first message, null if there is none. */
    @Nullable
    Object take() {
        for (Entry first = entries.pollFirst(); first != null; first = entries.pollFirst()) {
            if (first.claim()) {
                return first.sent;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // was sent as M
    private int compare(Entry a, Entry b) {
        int byOrder = 0;
        try {
            byOrder = order.compare((M) Asked.unwrap(a.sent), (M) Asked.unwrap(b.sent));
        } catch (Throwable thrown) {
            if (Fatal.is(thrown)) {
                throw thrown;
            }
            a.failure = thrown;
            b.failure = thrown;
        }
        return byOrder == 0 ? Long.compare(a.arrival, b.arrival) : byOrder;
    }
}
