package dev.ropewalk.lab.executor;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import java.util.concurrent.Executor;

/** Empty tasks on one contender's executor. */
final class ExecutorTrial implements Trial {
    private final Shape shape;
    private final int tasks;
    private final Executor executor;
    private final Runnable end;

    /**
     * Makes the trial.
     *
     * @param end ends the executor
     */
    ExecutorTrial(Cell cell, Executor executor, Runnable end) {
        shape = Shape.of(cell.params().text(EmptyTasks.SHAPE));
        tasks = cell.params().integer(EmptyTasks.TASKS);
        this.executor = executor;
        this.end = end;
    }

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        Stopwatch watch = Stopwatch.start();
        long seen = shape.run(executor, tasks);
        watch.stop();
        return watch.outcome(EmptyTasks.answer(seen))
                .with(EmptyTasks.PER_TASK, (double) watch.nanos() / shape.actualTasks(tasks));
    }

    @Override
    public void close() {
        end.run();
    }
}
