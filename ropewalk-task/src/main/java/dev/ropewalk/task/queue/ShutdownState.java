package dev.ropewalk.task.queue;

import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far an executor has come towards its end, and the threads that wait for that: open, shut down (what was accepted runs), stopped (what
 * waited was handed back, what runs was interrupted), terminated. Only forwards, and only under the admission's lock; any thread
 * may read it.
 */
public final class ShutdownState {
    private static final int OPEN = 0;
    private static final int SHUT_DOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;

    private volatile int phase = OPEN;
    private @Nullable List<ThreadWaiter<Boolean>> closers;
    private AdmissionLock.@Nullable Action telling;
    private AdmissionLock.@Nullable Action atEnd;

    public boolean isOpen() {
        return phase == OPEN;
    }

    public boolean isStopped() {
        return phase >= STOPPED;
    }

    public boolean isTerminated() {
        return phase == TERMINATED;
    }

    public void shutDown() {
        phase = Math.max(phase, SHUT_DOWN);
    }

    public void stop() {
        phase = Math.max(phase, STOPPED);
    }

    public void terminate(AdmissionLock lock) {
        phase = TERMINATED;
        if (telling != null) {
            lock.defer(telling);
        }
        if (atEnd != null) {
            lock.defer(atEnd);
        }
    }

    /** Sets what is done at the end, after the threads that wait have been told. */
    public void atEnd(AdmissionLock.Action action) {
        atEnd = action;
    }

    private void tell(List<ThreadWaiter<Boolean>> waiting) {
        for (ThreadWaiter<Boolean> closer : waiting) {
            if (closer.grant(true)) {
                closer.wake();
            }
        }
    }

    public void add(ThreadWaiter<Boolean> closer) {
        if (closers == null) {
            List<ThreadWaiter<Boolean>> waiting = new ArrayList<>();
            telling = AdmissionLock.action(() -> tell(waiting));
            closers = waiting;
        }
        closers.removeIf(AdmissionWaiter::isSettled);
        closers.add(closer);
    }

    @Override
    public String toString() {
        return switch (phase) {
            case OPEN -> "open";
            case SHUT_DOWN -> "shut down";
            case STOPPED -> "stopped";
            default -> "terminated";
        };
    }
}
