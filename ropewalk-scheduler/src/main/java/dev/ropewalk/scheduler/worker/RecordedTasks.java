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
    private final Worker worker;
    private final String scheduler;

    RecordedTasks(Worker worker, String scheduler) {
        this.worker = worker;
        this.scheduler = scheduler;
    }

    @Override
    public void runTask(Runnable task) {
        @Nullable LongTaskEvent event = LongTaskEvent.begun();
        worker.runTask(task);
        LongTaskEvent.end(event, scheduler, worker.id(), task.getClass().getName());
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        @Nullable LongTaskEvent event = LongTaskEvent.begun();
        worker.handle(handler, message);
        LongTaskEvent.end(event, scheduler, worker.id(), message.getClass().getName());
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
