package dev.ropewalk.task;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A brief lock, and what must wait until it is released: whatever wakes a thread or runs the user's code. */
class AdmissionLock extends BriefLock {
    private @Nullable List<Runnable> afterwards;

    /** Has something run when the lock is released; only for its holder. */
    final void later(Runnable action) {
        if (afterwards == null) {
            afterwards = new ArrayList<>();
        }
        afterwards.add(action);
    }

    /** Releases the lock and does what was put off; what that throws goes to the thread's handler. */
    @Override
    final void unlock() {
        List<Runnable> actions = afterwards;
        afterwards = null;
        release();
        if (actions != null) {
            for (Runnable action : actions) {
                try {
                    action.run();
                } catch (RuntimeException | Error e) {
                    TaskThreads.uncaught(e);
                }
            }
        }
    }

    void release() {
        super.unlock();
    }
}
