package dev.ropewalk.pekko.dispatch;

import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The strands of a dispatcher's mailboxes: each mailbox has one as long as it lives.
 *
 * <p>How a mailbox finds its strand. A mailbox of Pekko is a {@link ForkJoinTask}, so that a ForkJoinPool can queue it without an
 * object around it. Such a task has a tag of 16 bits for its user; Pekko uses none. The tag is the strand's place in a table, and
 * 0 in a mailbox that has no strand yet. So it takes two reads, and no search.
 *
 * <p>Why it is right.
 * <ul>
 *   <li>Pekko submits a mailbox only in the step in which its state becomes "scheduled", by a compare-and-set, and that is undone by
 *       its run. So no two threads submit one mailbox at a time, and the one that does sees the tag that the one before has written.
 *   <li>A strand is in the table before its number is in a tag, and a table that replaces another holds all of that.
 *   <li>When a mailbox is garbage, it neither runs nor waits, and its strand goes to the next mailbox. What is left of its last run may
 *       still be ending there; the next mailbox waits for that moment and no longer.
 *   <li>A mailbox may bring a tag of an earlier executor of its dispatcher. It then has the strand of another mailbox or none, and
 *       either is right for the strand is only where it runs best. Pekko ends an executor when its dispatcher has no actors, so that
 *       only the last run of one that has stopped can be meant.
 * </ul>
 */
final class MailboxStrands {
    private static final int FIRST_SIZE = 64;
    private static final int MAX_SIZE = 1 << Short.SIZE;

    private final Scheduler scheduler;
    private final Consumer<Runnable> handler;
    private final int most;

    @SuppressWarnings("unchecked") // holds such strands only
    private volatile @Nullable MessageStrand<Runnable>[] strands =
            (MessageStrand<Runnable>[]) new MessageStrand<?>[FIRST_SIZE];

    // Guarded by this.

    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final List<Owner> owners = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    MailboxStrands(Scheduler scheduler, Consumer<Runnable> handler) {
        this(scheduler, handler, MAX_SIZE - 1);
    }

    /** Makes strands for at most so many mailboxes at a time. */
    MailboxStrands(Scheduler scheduler, Consumer<Runnable> handler, int most) {
        this.scheduler = scheduler;
        this.handler = handler;
        this.most = most;
    }

    /** Returns the strand of a mailbox; null if others have all there are. */
    @Nullable
    MessageStrand<Runnable> strandOf(ForkJoinTask<?> mailbox) {
        int place = Short.toUnsignedInt(mailbox.getForkJoinTaskTag());
        if (place == 0) {
            return settle(mailbox);
        }
        @Nullable MessageStrand<Runnable>[] table = strands;
        return place < table.length ? table[place] : null;
    }

    private synchronized @Nullable MessageStrand<Runnable> settle(ForkJoinTask<?> mailbox) {
        while (gone.poll() instanceof Owner owner) {
            free.add(owner.place);
        }
        Integer freed = free.poll();
        int place;
        if (freed != null) {
            place = freed;
        } else if (owners.size() < most) {
            place = owners.size() + 1;
        } else {
            return null;
        }
        MessageStrand<Runnable> strand = at(place);
        var owner = new Owner(mailbox, place, gone);
        if (freed != null) {
            owners.set(place - 1, owner);
        } else {
            owners.add(owner);
        }
        mailbox.setForkJoinTaskTag((short) place);
        return strand;
    }

    private MessageStrand<Runnable> at(int place) {
        @Nullable MessageStrand<Runnable>[] table = strands;
        if (place >= table.length) {
            table = Arrays.copyOf(table, Math.min(table.length * 2, MAX_SIZE));
        }
        MessageStrand<Runnable> strand = table[place];
        if (strand == null) {
            strand = scheduler.newMessageStrand(Placement.SOFT, handler);
            strand.start();
            table[place] = strand;
        }
        strands = table;
        return strand;
    }

    /** Returns whether no mailbox runs or waits, at about this moment. */
    boolean areIdle() {
        for (MessageStrand<Runnable> strand : strands) {
            if (strand != null && !strand.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** A mailbox that has a strand, and its place. */
    private static final class Owner extends WeakReference<Object> {
        private final int place;

        Owner(Object mailbox, int place, ReferenceQueue<Object> gone) {
            super(mailbox, gone);
            this.place = place;
        }
    }
}
