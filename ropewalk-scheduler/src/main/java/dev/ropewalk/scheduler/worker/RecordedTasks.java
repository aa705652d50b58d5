package dev.ropewalk.scheduler.worker;

import dev.ropewalk.scheduler.event.LongTaskEvent;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks at a worker and makes an event of Flight Recorder of each. It stands in for the worker where the recorder is in use, so
 * that the worker itself needn't ask for each task.
 */
final class RecordedTasks implements TaskRunner {
    private final TaskRunner runner;
    private final String scheduler;
    private final int worker;

    /**
     * Makes one.
     *
     * @param runner the worker, which runs the tasks
     * @param worker its number
     */
    RecordedTasks(TaskRunner runner, String scheduler, int worker) {
        this.runner = runner;
        this.scheduler = scheduler;
        this.worker = worker;
    }

    @Override
    public void runTask(Runnable task) {
        LongTaskEvent event = begin();
        runner.runTask(task);
        if (event != null) {
            LongTaskEvent.end(event, scheduler, worker, task, task);
        }
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        LongTaskEvent event = begin();
        runner.handle(handler, message);
        if (event != null) {
            LongTaskEvent.end(event, scheduler, worker, handler, message);
        }
    }

    /** The task must be run also where there is no memory to load the class of the event. */
    private static @Nullable LongTaskEvent begin() {
        try {
            return LongTaskEvent.begun();
        } catch (Throwable noMemory) {
            return null;
        }
    }

    @Override
    public boolean tickAndCheck() {
        return runner.tickAndCheck();
    }

    @Override
    public boolean yieldOrRunRound(SerialStrand strand) {
        return runner.yieldOrRunRound(strand);
    }
}
