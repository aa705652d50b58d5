package dev.ropewalk.task.queue;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.base.Failures;
import org.jspecify.annotations.Nullable;

/**
 * A brief lock, and what must wait until it is released: whatever wakes a thread or runs the user's code. To put an action off
 * needs no memory, so it never fails between two changes that belong together. A thread that changes something for good makes the
 * action before.
 */
public class AdmissionLock {
    /** Something to be done when the lock is released. It is put off once at a time. */
    public abstract static class Action {
        private @Nullable Action next;

        public abstract void run();
    }

    private final BriefLock lock = new BriefLock();
    private @Nullable Action first;
    private @Nullable Action last;

    /**
     * Takes the lock.
     *
     * @throws StackOverflowError if the caller has too little stack for what is done under the lock
     */
    public void lock() {
        lock.lock();
    }

    /** Has something done when the lock is released; only for its holder. */
    public final void defer(Action action) {
        if (last == null) {
            first = action;
        } else {
            last.next = action;
        }
        last = action;
    }

    /** Returns an action that runs some code. */
    public static Action action(Runnable code) {
        return new Action() {
            @Override
            public void run() {
                code.run();
            }
        };
    }

    /** Releases the lock and does what was put off; what that throws goes to the thread's handler. */
    public final void unlock() {
        Action action = first;
        first = null;
        last = null;
        release();
        while (action != null) {
            Action following = action.next;
            action.next = null;
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                Failures.uncaught(e);
            }
            action = following;
        }
    }

    protected void release() {
        lock.unlock();
    }
}
