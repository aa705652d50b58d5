package dev.ropewalk.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for durability. Anybody adds; the rest is for the flusher's thread.
 *
 * <p>Who comes is pushed onto a stack (Treiber's), which the flusher takes as a whole before it looks how far the journal
 * is committed. So a waiter whose record is committed before it comes is served by the force that follows. Once the stack
 * is shut nobody comes any more, and who tries is told why: nobody is left behind.
 */
final class Waiters {
    private static final Waiter SHUT = new Waiter.OfThread(0);

    private final AtomicReference<@Nullable Waiter> arrived = new AtomicReference<>();
    private final List<Waiter> waiting = new ArrayList<>();

    /** Adds one; returns false if they are shut. */
    boolean add(Waiter waiter) {
        while (true) {
            Waiter top = arrived.get();
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
        return waiting.isEmpty();
    }

    /** Takes in who has arrived. */
    void gather(LongSupplier tail) {
        for (Waiter at = arrived.getAndSet(null); at != null; at = at.next) {
            if (at.end == Waiter.EVERYTHING) {
                at.end = tail.getAsLong();
            }
            waiting.add(at);
        }
    }

    /** Tells those who wait for no more than this position. */
    void complete(long durable) {
        List<Waiter> done = new ArrayList<>(waiting.size());
        waiting.removeIf(waiter -> waiter.end <= durable && done.add(waiter));
        finish(done, null);
    }

    /** Lets nobody wait any more, now or later. */
    void shut(JournalException why) {
        for (Waiter at = arrived.getAndSet(SHUT); at != null && at != SHUT; at = at.next) {
            waiting.add(at);
        }
        finish(List.copyOf(waiting), why);
        waiting.clear();
    }

    private static void finish(List<Waiter> done, @Nullable JournalException why) {
        List<Waiter.OfFuture> futures = new ArrayList<>();
        for (Waiter waiter : done) {
            switch (waiter) {
                case Waiter.OfThread thread -> thread.finish(why);
                case Waiter.OfFuture future -> futures.add(future);
            }
        }
        if (!futures.isEmpty()) {
            // What hangs on a future is the user's code, and may take long or wait for the flusher itself. On a small
            // machine the common pool has one thread, so that would hold up the next round's futures.
            Thread.startVirtualThread(() -> futures.forEach(future -> future.finish(why)));
        }
    }
}
