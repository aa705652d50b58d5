package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.Demand;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.strand.TaskRunner;
import org.jspecify.annotations.Nullable;

/** Who runs the tasks of a worker: the worker itself, or what stands in for it while tasks are recorded or timed. */
public final class TaskRunners {
    private final TaskRunner worker;
    private final TaskRunner recorded;
    private final Scheduler scheduler;
    private final Demand timesDemand;
    private final int id;

    /** Made when somebody has asked for times. */
    private volatile @Nullable TimedTasks timed;

    /**
     * Makes them for a worker.
     *
     * @param timesDemand whether somebody wants to know how long tasks take
     * @param id the worker's number
     */
    TaskRunners(TaskRunner worker, Scheduler scheduler, String name, Demand timesDemand, int id) {
        this.worker = worker;
        this.scheduler = scheduler;
        this.timesDemand = timesDemand;
        this.id = id;
        this.recorded = new RecordedTasks(worker, name, id);
    }

    /** Returns what is to run the next tasks. */
    TaskRunner current() {
        return timesDemand.isWanted() ? timed() : untimed();
    }

    /** Returns what runs tasks and times none. */
    TaskRunner untimed() {
        return FlightRecorderState.isUsed() ? recorded : worker;
    }

    private TaskRunner timed() {
        TimedTasks made = timed;
        if (made == null) {
            try {
                made = new TimedTasks(this, worker, scheduler, timesDemand, id);
            } catch (Throwable noMemory) {
                return untimed(); // the times are lost, and nothing else: a class that has failed to be initialized
                // throws each time
            }
            timed = made;
        }
        return made;
    }

    /** Returns how long tasks have taken here, or null if nobody has asked yet. */
    public @Nullable TimeHistogram times() {
        TimedTasks made = timed;
        return made == null ? null : made.times();
    }
}
