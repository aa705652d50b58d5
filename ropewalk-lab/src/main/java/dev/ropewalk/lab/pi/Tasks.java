package dev.ropewalk.lab.pi;

import java.util.concurrent.Executor;

/** Tasks on an executor: one thread submits each job as a task, which adds its own result to the shared sum. */
final class Tasks implements Model {
    private final Slices slices;
    private final Executor executor;
    private final Runnable end;
    private final SharedTally tally;

    /**
     * Makes the model.
     *
     * @param end ends the executor
     */
    Tasks(Slices slices, Executor executor, Runnable end) {
        this.slices = slices;
        this.executor = executor;
        this.end = end;
        tally = new SharedTally(slices);
    }

    @Override
    public double sum() throws InterruptedException {
        for (int job = 0; job < slices.jobs(); job++) {
            tally.admit(job);
            int slice = job;
            executor.execute(() -> tally.add(slices.sum(slice)));
        }
        return tally.await();
    }

    @Override
    public void close() {
        end.run();
    }
}
