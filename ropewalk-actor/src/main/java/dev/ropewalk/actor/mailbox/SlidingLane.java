package dev.ropewalk.actor.mailbox;

import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue in which, when it is full, the newest message pushes out the oldest.
 *
 * <p>A message that gets a place needs a token of its own. A message that gets none takes out the oldest message and inherits its
 * token, so that the counts of tokens and messages stay the same.
 *
 * <p>Why a token always finds a message: a message is added before it gets its place or takes out another, and a place is given
 * back before a message is taken for its token. So at no moment are there fewer messages than places taken. If one were taken
 * out before the new one is added, a token that comes in between would find nothing and be used up, and the new message be left
 * without one.
 *
 * <p>Should the message taken out be the new one itself, then those before it have been taken in the meantime. Nothing has
 * changed, and the sender tries again; it fails again only if others have got their messages in or out since. Only {@link
 * #tryPut} takes its place first, since it has no right to push: a thread that meets it in between tries until its message is in.
 *
 * <p>While the lane is pushed or taken from it holds for a moment one message more for each that does so.
 */
final class SlidingLane {
    private final ConcurrentLinkedQueue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final Capacity places;

    SlidingLane(int capacity) {
        this.places = new Capacity(capacity);
    }

    /** A message with an identity: the same object may be sent twice. */
    private static final class Entry {
        final Object sent;

        Entry(Object sent) {
            this.sent = sent;
        }
    }

    /** Adds a message if there is a place. */
    boolean tryPut(Object sent) {
        var added = new Entry(sent);
        boolean free = places.tryTake();
        if (free) {
            enter(added);
        }
        return free;
    }

    private void enter(Entry added) {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, this);
            queue.add(added);
        } catch (OutOfMemoryError noMemory) {
            places.giveBack();
            throw noMemory;
        }
    }

    /** Adds a message. Returns the message that was pushed out, whose token it inherits, or null if it needs its own. */
    @Nullable
    Object put(Object sent) {
        while (true) {
            var added = new Entry(sent);
            queue.add(added);
            Entry oldest = places.tryTake() ? null : queue.poll();
            if (oldest == null) {
                return null;
            }
            if (!oldest.equals(added)) {
                return oldest.sent;
            }
            Steps.spin(this);
        }
    }

    /** Takes the oldest message, for its token. */
    @Nullable
    Object take() {
        places.giveBack();
        Entry oldest = queue.poll();
        return oldest == null ? null : oldest.sent;
    }

    int capacity() {
        return places.capacity();
    }
}
