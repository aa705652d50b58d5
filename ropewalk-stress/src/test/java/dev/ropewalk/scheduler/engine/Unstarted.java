package dev.ropewalk.scheduler.engine;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;

/** A scheduler without threads, for proofs that need a worker as a thing and play its thread themselves. */
public final class Unstarted {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 2, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});
    public static final WorkStealingScheduler SCHEDULER = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());
    public static final SerialStrand STRAND = new SerialStrand(SCHEDULER, Placement.SOFT, SCHEDULER.worker(0), null);

    private Unstarted() {}

    public static Worker newWorker() {
        return new Worker(SCHEDULER, OPTIONS, 0);
    }
}
