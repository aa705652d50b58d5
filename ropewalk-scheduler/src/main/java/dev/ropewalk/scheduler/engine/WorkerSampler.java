package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerHost;
import dev.ropewalk.scheduler.worker.WorkerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all workers from outside and says what it has found. On its way it marks workers as stuck or backlogged, and asks
 * those with work that has waited too long to look at the clock. Used by the monitor's thread alone.
 */
final class WorkerSampler {
    private final WorkerHost host;
    private final WorkerTable table;
    private final SchedulerOptions options;
    private final List<WorkerSight> sights = new ArrayList<>();
    private final AtomicLong longTasks = new AtomicLong();
    private final Sample found = new Sample();

    WorkerSampler(WorkerHost host, SchedulerOptions options) {
        this.host = host;
        this.table = host.table;
        this.options = options;
    }

    /**
     * What all workers did at about one moment. There is one object, which is filled anew each time: the monitor must act when memory has
     * run out, too.
     */
    static final class Sample {
        // Those that run; spare ones at rest don't count.
        private int atWork;
        // How many of these are blocked or stuck.
        private int heldUp;
        private int stuck;
        private boolean anyParked;
        private boolean anyAwake;
        private boolean anyQueued;
        private boolean thiefWanted;
        private @Nullable Worker stranded;
        private @Nullable Worker able;

        private Sample() {}

        /** Returns how many are held by one task for long. */
        int stuck() {
            return stuck;
        }

        /** Returns whether one sleeps. */
        boolean anyParked() {
            return anyParked;
        }

        /** Returns whether one doesn't. */
        boolean anyAwake() {
            return anyAwake;
        }

        /** Returns whether one has something that another worker might take. */
        boolean anyQueued() {
            return anyQueued;
        }

        /** Returns whether a thief would find something. */
        boolean thiefWanted() {
            return thiefWanted;
        }

        /** Returns a worker that is held up while something has waited there for long. */
        @Nullable
        Worker stranded() {
            return stranded;
        }

        /** Returns a worker that isn't held up, by chance. */
        @Nullable
        Worker able() {
            return able;
        }

        /** Returns whether something waits and no worker comes to it. */
        boolean isStarving() {
            return anyQueued && heldUp == atWork;
        }
    }

    /** Looks at all workers once; the answer holds until the next look. */
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
            long held = sight.observeTask(worker, now);
            boolean heldByTask = held >= options.stuckNanos();
            worker.status.setStuck(heldByTask);
            stuck += heldByTask ? 1 : 0;
            if (sight.reportLongTask(worker, now, held)) {
                longTasks.incrementAndGet();
            }
            if (worker.status.isHeldUp()) {
                heldUp++;
                stranded = sight.observeStranded(worker, now, held) ? worker : stranded;
            } else if (host.random().nextInt(i - heldUp + 1) == 0) {
                able = worker;
            }
            anyQueued |= worker.hasStealable();
            thiefWanted |= sight.markBacklogAndCheckStealable(worker, now);
            if (sight.observeLongWait(worker, now)) {
                worker.status.setLookWanted(true);
            }
        }
        found.atWork = atWork;
        found.heldUp = heldUp;
        found.stuck = stuck;
        found.anyParked = anyParked;
        found.anyAwake = anyAwake;
        found.anyQueued = anyQueued;
        found.thiefWanted = thiefWanted;
        found.stranded = stranded;
        found.able = able;
        return found;
    }

    /** Says in words for how long its task has held a worker, as of the last look. */
    String describeTask(int worker) {
        return sightOf(worker).describeTask();
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
