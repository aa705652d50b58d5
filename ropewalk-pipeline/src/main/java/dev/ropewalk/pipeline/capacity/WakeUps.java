package dev.ropewalk.pipeline.capacity;

import org.jspecify.annotations.Nullable;

/**
 * The waiters that a thread is to wake, in order. Waking may run what was waiting, or its executor, which may choose others:
 * those are appended and woken when the first is done, so that no stack grows with the number of waiters. It allocates nothing.
 */
final class WakeUps {
    private static final ThreadLocal<WakeUps> OF_THREAD = ThreadLocal.withInitial(WakeUps::new);

    private @Nullable CapacityWaiter first;
    private @Nullable CapacityWaiter last;
    private boolean running;

    /** Returns those of the calling thread, which then {@linkplain #make makes} them, whatever happens. */
    static WakeUps ofThread() {
        return OF_THREAD.get();
    }

    /** Returns those of the calling thread; without memory to make any, others that no thread has: what they wake runs at once. */
    static WakeUps ofThreadOr(WakeUps spare) {
        try {
            return OF_THREAD.get();
        } catch (OutOfMemoryError e) {
            return spare;
        }
    }

    void add(CapacityWaiter wait) {
        if (last == null) {
            first = wait;
        } else {
            last.nextWoken = wait;
        }
        last = wait;
    }

    /** Wakes all, unless this thread is about it already. If one can't be woken, the others are; then the first failure is thrown. */
    void make() {
        if (running) {
            return;
        }
        running = true;
        Throwable failure = null;
        try {
            for (CapacityWaiter wait = next(); wait != null; wait = next()) {
                try {
                    wait.wake();
                } catch (RuntimeException | Error e) {
                    failure = failure == null ? e : failure;
                }
            }
        } finally {
            OF_THREAD.remove();
        }
        if (failure instanceof Error error) {
            throw error;
        } else if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** Takes the first out. It keeps no link: an executor that keeps it without running it would keep all later ones. */
    private @Nullable CapacityWaiter next() {
        CapacityWaiter wait = first;
        if (wait != null) {
            first = wait.nextWoken;
            wait.nextWoken = null;
            if (first == null) {
                last = null;
            }
        }
        return wait;
    }
}
