package dev.ropewalk.scheduler.executor;

import dev.ropewalk.scheduler.engine.Unstarted;

/** What the proofs of an executor view's parts share. */
final class ViewBench {
    static final ExecutorView VIEW = new ExecutorView(Unstarted.SCHEDULER);

    private ViewBench() {}

    static ViewTask newTask() {
        return new ViewTask(VIEW, () -> {});
    }

    /** Tells of the calling thread's interrupt, and clears it. */
    static int takeInterrupt() {
        return Thread.interrupted() ? 1 : 0;
    }
}
