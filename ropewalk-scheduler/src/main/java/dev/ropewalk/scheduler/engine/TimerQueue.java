package dev.ropewalk.scheduler.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers that are armed. The thread that serves them keeps them in a {@link TimerHeap} of its own; other threads hand it
 * what they have armed or cancelled through a queue.
 */
final class TimerQueue implements Consumer<ArmedTimer> {
    private static final int MAX_CHANGES = 1024;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread server;

    /** Of the serving thread alone. */
    private final TimerHeap heap = new TimerHeap();

    /** Timers that were armed or cancelled since the serving thread has looked. */
    private final ConcurrentLinkedQueue<ArmedTimer> changed = new ConcurrentLinkedQueue<>();

    private final AtomicInteger changes = new AtomicInteger();

    /** Makes an empty queue, for the thread that will serve it. */
    TimerQueue(Thread server) {
        this.server = server;
    }

    /**
     * Hands over a timer that was armed or cancelled. A cancelled one does nothing more in any case; it is dropped soon. The
     * serving thread is woken now and then so that changes don't pile up.
     */
    @Override
    public void accept(ArmedTimer timer) {
        changed.add(timer);
        if ((changes.incrementAndGet() & (MAX_CHANGES - 1)) == 0) {
            LockSupport.unpark(server);
        }
    }

    /** Returns whether the serving thread knows all that was handed over. */
    boolean isUpToDate() {
        return changed.isEmpty();
    }

    /** Takes over what was armed and cancelled. */
    void applyChanges() {
        for (ArmedTimer timer = changed.peek(); timer != null; timer = changed.peek()) {
            if (timer.isDone()) {
                heap.remove(timer);
            } else if (timer.place < 0) {
                heap.add(timer);
            }
            changed.remove();
        }
    }

    /** Has the timers tick whose time has come, until one finds the scheduler closed. */
    void fire(long now) {
        for (ArmedTimer first = heap.first(); first != null && first.due - now <= 0; first = heap.first()) {
            heap.remove(first);
            boolean again = true;
            try {
                again = first.tick(now);
            } catch (RejectedExecutionException closed) {
                return;
            } catch (Throwable failed) {
                first.due = now + RETRY_NANOS;
                throw failed;
            } finally {
                if (again) {
                    heap.add(first);
                }
            }
        }
    }

    /** Returns the timer that is due first, if any. */
    @Nullable
    ArmedTimer first() {
        return heap.first();
    }

    /** Takes all timers, when the serving thread has ended, the first due first. */
    List<ArmedTimer> takeAll() {
        applyChanges();
        List<ArmedTimer> taken = new ArrayList<>();
        for (ArmedTimer timer = heap.first(); timer != null; timer = heap.first()) {
            heap.remove(timer);
            taken.add(timer);
        }
        return taken;
    }
}
