package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.WorkerStats;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * What one worker has counted. Only that worker writes; any thread reads with opaque mode, which costs the worker a plain store
 * and gives a recent value.
 *
 * <p>Two counts are compared with whether the worker sleeps, by the thread that closes the scheduler: how many tasks were begun, and how
 * often it has gone to sleep. That thread reads such a count with acquire, so that what it looks at next is as new. A task is counted with
 * release. So if it is among those counted, the worker that has begun it is seen to be awake, or to have slept since.
 */
public final class WorkerCounters extends CacheLinePadding {
    private static final VarHandle TASKS = handle("tasks");
    private static final VarHandle RUNS = handle("runs");
    private static final VarHandle HOME_HITS = handle("homeHits");
    private static final VarHandle REHOMED = handle("rehomed");
    private static final VarHandle ROUNDS = handle("rounds");
    private static final VarHandle PARKS = handle("parks");
    private static final VarHandle LONGEST_WAIT = handle("longestWait");

    private long tasks;
    private long runs;
    private long homeHits;
    private long rehomed;
    private long rounds;
    private long parks;
    private long longestWait;

    long t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;

    private static VarHandle handle(String field) {
        return VarHandles.of(MethodHandles.lookup(), field, long.class);
    }

    public void task() {
        TASKS.setRelease(this, tasks + 1);
    }

    public void run() {
        RUNS.setOpaque(this, runs + 1);
    }

    /** For the worker itself. */
    public long runs() {
        return runs;
    }

    public void homeHit() {
        HOME_HITS.setOpaque(this, homeHits + 1);
    }

    public void rehomed() {
        REHOMED.setOpaque(this, rehomed + 1);
    }

    public void round() {
        ROUNDS.setOpaque(this, rounds + 1);
    }

    public void park() {
        PARKS.setOpaque(this, parks + 1);
    }

    public void waited(long nanos) {
        if (nanos > longestWait) {
            LONGEST_WAIT.setOpaque(this, nanos);
        }
    }

    /** Returns how many tasks were begun: while it stays the same, the worker is in one task or idle. */
    public long tasksBegun() {
        return (long) TASKS.getAcquire(this);
    }

    public long parks() {
        return (long) PARKS.getAcquire(this);
    }

    /**
     * Returns what was counted.
     *
     * @param stealsFrom how many items were taken from which worker
     */
    public WorkerStats snapshot(int worker, List<Long> stealsFrom, long queued) {
        return new WorkerStats(
                worker,
                tasksBegun(),
                (long) RUNS.getOpaque(this),
                (long) HOME_HITS.getOpaque(this),
                stealsFrom,
                (long) REHOMED.getOpaque(this),
                (long) ROUNDS.getOpaque(this),
                parks(),
                queued,
                (long) LONGEST_WAIT.getOpaque(this));
    }
}
