package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all workers from outside and says what it has found. On its way it marks workers as stuck or backlogged, and asks
 * those with work that has waited too long to look at the clock. Used by the monitor's thread alone.
 */
final class WorkerSampler {
    private final WorkerTable table;
    private final SchedulerOptions options;
    private final List<WorkerSight> sights = new ArrayList<>();
    private final AtomicLong longTasks = new AtomicLong();

    WorkerSampler(WorkerTable table, SchedulerOptions options) {
        this.table = table;
        this.options = options;
    }

    /**
     * What all workers did at about one moment.
     *
     * @param atWork how many run; spare ones at rest don't count
     * @param heldUp how many of these are blocked or stuck
     * @param stuck how many have been in one task for long
     * @param anyParked whether one sleeps
     * @param anyAwake whether one doesn't
     * @param anyQueued whether one has something that another worker might take
     * @param thiefWanted whether a thief would find something
     * @param stranded a worker that is held up while something has waited there for long
     * @param able a worker that isn't held up, by chance
     */
    record Sample(
            int atWork,
            int heldUp,
            int stuck,
            boolean anyParked,
            boolean anyAwake,
            boolean anyQueued,
            boolean thiefWanted,
            @Nullable Worker stranded,
            @Nullable Worker able) {

        /** Returns whether something waits and no worker comes to it. */
        boolean isStarving() {
            return anyQueued && heldUp == atWork;
        }
    }

    /** Looks at all workers once. */
    Sample sample(long now) {
        boolean anyAwake = false;
        boolean anyParked = false;
        boolean anyQueued = false;
        boolean thiefWanted = false;
        int atWork = 0;
        int heldUp = 0;
        int stuck = 0;
        Worker stranded = null;
        Worker able = null;
        forgetSights(table.count());
        for (int i = 0; i < table.count(); i++) {
            Worker worker = table.get(i);
            WorkerSight sight = sightOf(i);
            if (!worker.status.isAtWork()) {
                sight.forgetTask();
                continue;
            }
            boolean parked = worker.idling.isParked();
            atWork++;
            anyParked |= parked;
            anyAwake |= !parked;
            long inTask = sight.observeTask(worker, now);
            boolean inOneTask = inTask >= options.stuckNanos();
            worker.status.setStuck(inOneTask);
            stuck += inOneTask ? 1 : 0;
            if (sight.reportLongTask(worker, now)) {
                longTasks.incrementAndGet();
            }
            if (worker.status.isHeldUp()) {
                heldUp++;
                stranded = sight.observeStranded(worker, now, inTask) ? worker : stranded;
            } else if (ThreadLocalRandom.current().nextInt(i - heldUp + 1) == 0) {
                able = worker;
            }
            anyQueued |= worker.hasStealable();
            thiefWanted |= sight.markBacklogAndCheckStealable(worker, now);
            if (sight.observeLongWait(worker, now)) {
                worker.status.setLookWanted(true);
            }
        }
        return new Sample(atWork, heldUp, stuck, anyParked, anyAwake, anyQueued, thiefWanted, stranded, able);
    }

    /** Returns how many tasks have taken too long. */
    long longTasks() {
        return longTasks.get();
    }

    private void forgetSights(int workers) {
        while (sights.size() > workers) {
            sights.removeLast();
        }
    }

    private WorkerSight sightOf(int worker) {
        while (sights.size() <= worker) {
            sights.add(new WorkerSight(options));
        }
        return sights.get(worker);
    }
}
