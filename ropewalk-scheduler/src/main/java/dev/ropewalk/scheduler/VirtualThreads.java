package dev.ropewalk.scheduler;

import java.util.concurrent.ThreadFactory;

/** Virtual threads on the workers. */
final class VirtualThreads {
    private VirtualThreads() {}

    static boolean canBeCarried() {
        return false;
    }

    static ThreadFactory factory(WorkStealingScheduler scheduler) {
        return Thread.ofVirtual().factory();
    }

    static Thread carrierOrCurrent() {
        return Thread.currentThread();
    }
}
