package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.Demand;
import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import java.util.function.Consumer;

/**
 * Runs tasks at a worker and records how long some of them take: one in 64 on average, at random distances, so that a regular order of tasks
 * doesn't make a wrong picture. Reading the clock twice for each would cost more than many a task. It stands in for the worker while
 * times are wanted.
 */
final class TimedTasks implements TaskRunner {
    private static final int MEAN_DISTANCE = 64;
    private static final int MULTIPLIER = 0x19660D;
    private static final int INCREMENT = 0x3C6EF35F;

    private final TaskRunners runners;
    private final TaskRunner worker;
    private final Scheduler scheduler;
    private final Demand demand;
    private final TimeHistogram times = new TimeHistogram();

    /** How many tasks are left until one is timed. */
    private int distance = 1;

    private int random;

    TimedTasks(TaskRunners runners, TaskRunner worker, Scheduler scheduler, Demand demand, int id) {
        this.runners = runners;
        this.worker = worker;
        this.scheduler = scheduler;
        this.demand = demand;
        this.random = id;
    }

    TimeHistogram times() {
        return times;
    }

    @Override
    public void runTask(Runnable task) {
        if (--distance > 0) {
            runners.untimed().runTask(task);
            return;
        }
        long start = scheduler.nanoTime();
        runners.untimed().runTask(task);
        ended(start);
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        if (--distance > 0) {
            runners.untimed().handle(handler, message);
            return;
        }
        long start = scheduler.nanoTime();
        runners.untimed().handle(handler, message);
        ended(start);
    }

    private void ended(long start) {
        long now = scheduler.nanoTime();
        times.recordAlone(now - start);
        random = random * MULTIPLIER + INCREMENT;
        distance = 1 + (random >>> 1) % (2 * MEAN_DISTANCE - 1);
        demand.passed(now);
    }

    @Override
    public boolean tickAndCheck() {
        return worker.tickAndCheck();
    }

    @Override
    public boolean yieldOrRunRound(SerialStrand strand) {
        return worker.yieldOrRunRound(strand);
    }
}
