package dev.ropewalk.scheduler;

import dev.ropewalk.cpu.CpuTopology;

/** A scheduler without threads, for proofs that need a worker as a thing and play its thread themselves. */
final class Unstarted {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 2, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});
    static final WorkStealingScheduler SCHEDULER = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());
    static final SerialStrand STRAND = new SerialStrand(SCHEDULER, Placement.SOFT, SCHEDULER.worker(0), null);

    private Unstarted() {}

    static Worker newWorker() {
        return new Worker(SCHEDULER, OPTIONS, 0);
    }
}
