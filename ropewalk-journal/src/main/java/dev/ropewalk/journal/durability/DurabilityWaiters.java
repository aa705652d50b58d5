package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.durability.DurabilityWaiter.OfFuture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The waiters for durability. Any thread adds one; the rest is for the flusher's thread.
 *
 * <p>A waiter is pushed onto a stack (Treiber's), which the flusher takes as a whole before it looks how far the journal is
 * committed. So a waiter whose record is committed before it comes is served by the force that follows. Once the stack is shut it
 * takes no waiter any more, and one that comes is told why: none is left behind.
 *
 * <p>They are linked by themselves, so that only telling futures needs memory. If that fails for lack of it, they stay in their
 * list, and the next call tells them. {@link FutureTeller} completes futures.
 */
final class DurabilityWaiters {
    private static final DurabilityWaiter SHUT = new DurabilityWaiter.OfThread(0);
    private static final Comparator<OfFuture> BY_POSITION = Comparator.comparingLong(future -> future.end);

    private final FutureTeller teller;
    private final AtomicReference<@Nullable DurabilityWaiter> arrived = new AtomicReference<>();
    private @Nullable DurabilityWaiter waiting;
    // Futures whose outcome is decided and that aren't completed yet.
    private @Nullable DurabilityWaiter decided;

    DurabilityWaiters(FutureTeller teller) {
        this.teller = teller;
    }

    /** Adds one; returns false if they are shut. */
    boolean add(DurabilityWaiter waiter) {
        while (true) {
            DurabilityWaiter top = arrived.get();
            if (top == SHUT) {
                return false;
            }
            waiter.next = top;
            if (arrived.compareAndSet(top, waiter)) {
                return true;
            }
        }
    }

    boolean haveArrived() {
        return arrived.get() != null;
    }

    boolean isEmpty() {
        return waiting == null;
    }

    /** Takes in the waiters that have arrived. */
    void gather(LongSupplier tail) {
        // First all are taken in: if the walk to the tail meets damage, they are told.
        takeIn(arrived.getAndSet(null));
        long end = DurabilityWaiter.EVERYTHING;
        for (DurabilityWaiter at = waiting; at != null; at = at.next) {
            if (at.end == DurabilityWaiter.EVERYTHING) {
                end = end == DurabilityWaiter.EVERYTHING ? tail.getAsLong() : end;
                at.end = end;
            }
        }
    }

    private void takeIn(@Nullable DurabilityWaiter first) {
        DurabilityWaiter at = first;
        while (at != null && at != SHUT) {
            DurabilityWaiter next = at.next;
            at.next = waiting;
            waiting = at;
            at = next;
        }
    }

    /** Tells the waiters for this position or a lower one. */
    void complete(long durable) {
        DurabilityWaiter at = waiting;
        waiting = null;
        while (at != null) {
            DurabilityWaiter next = at.next;
            if (at.end > durable) {
                at.next = waiting;
                waiting = at;
            } else {
                decide(at, null);
            }
            at = next;
        }
        tellFutures();
    }

    /** Fails all waiters, those yet to come included. May be called again. */
    void shut(JournalException why) {
        takeIn(arrived.getAndSet(SHUT));
        while (waiting != null) {
            DurabilityWaiter at = waiting;
            waiting = at.next;
            decide(at, why);
        }
        tellFutures();
    }

    private void decide(DurabilityWaiter waiter, @Nullable JournalException why) {
        switch (waiter) {
            case DurabilityWaiter.OfThread thread -> thread.finish(why);
            case OfFuture future -> {
                future.failure = why;
                future.next = decided;
                decided = future;
            }
        }
    }

    /**
     * Has the futures told in the order of their records. Those of one appender were added in that order, so no later round brings
     * one that belongs before these.
     */
    private void tellFutures() {
        if (decided != null) {
            List<OfFuture> all = new ArrayList<>();
            for (DurabilityWaiter at = decided; at != null; at = at.next) {
                if (at instanceof OfFuture future) {
                    all.add(future);
                }
            }
            all.sort(BY_POSITION);
            teller.tell(all);
            decided = null;
        }
    }
}
