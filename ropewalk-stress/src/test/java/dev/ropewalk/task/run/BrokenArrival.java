package dev.ropewalk.task.run;

/** A runner that arrives and an executor that is stopped, each of which looks before it writes. */
final class BrokenArrival {
    private volatile boolean arrived;
    private volatile boolean stopped;

    /** Returns whether the runner interrupts itself. */
    boolean arrive() {
        boolean interrupts = stopped;
        arrived = true;
        return interrupts;
    }

    /** Returns whether the runner is interrupted. */
    boolean stop() {
        boolean interrupts = arrived;
        stopped = true;
        return interrupts;
    }
}
