package dev.ropewalk.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Those whom a thread is to wake, in order. Waking may run what was waiting, or its executor, which may choose others: those are
 * appended and woken when the first is done, so that no stack grows with the number of those who wait. It allocates nothing.
 */
final class RoomCalls {
    private static final ThreadLocal<RoomCalls> OF_THREAD = ThreadLocal.withInitial(RoomCalls::new);

    private @Nullable RoomWait first;
    private @Nullable RoomWait last;
    private boolean running;

    /** Returns those of the calling thread, which then {@linkplain #make makes} them, whatever happens. */
    static RoomCalls ofThread() {
        return OF_THREAD.get();
    }

    void add(RoomWait wait) {
        if (last == null) {
            first = wait;
        } else {
            last.nextWoken = wait;
        }
        last = wait;
    }

    /** Wakes all, unless this thread is about it already. */
    void make() {
        if (running) {
            return;
        }
        running = true;
        try {
            for (RoomWait wait = first; wait != null; wait = first) {
                first = wait.nextWoken;
                if (first == null) {
                    last = null;
                }
                wait.wake();
            }
        } finally {
            OF_THREAD.remove();
        }
    }
}
