package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.blocking.BlockingChannel;
import dev.ropewalk.lab.blocking.BlockingLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Processes and channels: one process deals the jobs, workers take whichever is next, and one collector adds the results. The
 * buffers of the two channels bound what is under way.
 */
final class ProcessFarm implements Model {
    private final Slices slices;
    private final BlockingLibrary library;
    private final BlockingChannel<Job> jobs;
    private final BlockingChannel<Result> results;
    private final Semaphore starts = new Semaphore(0);
    private final BlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private final List<Thread> threads = new ArrayList<>();

    ProcessFarm(Slices slices, BlockingLibrary library) {
        this.slices = slices;
        this.library = library;
        jobs = library.channel(slices.buffer());
        results = library.channel(slices.buffer());
        spawn(this::deal);
        for (int worker = 0; worker < slices.workers(); worker++) {
            spawn(this::work);
        }
        spawn(this::collect);
    }

    private void spawn(Step step) {
        threads.add(library.start(() -> {
            try {
                while (true) {
                    step.run();
                }
            } catch (InterruptedException e) {
                // The model is closed.
            }
        }));
    }

    private void deal() throws InterruptedException {
        starts.acquire();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            jobs.send(new Job(slice));
        }
    }

    private void work() throws InterruptedException {
        results.send(new Result(slices.sum(jobs.receive().slice())));
    }

    private void collect() throws InterruptedException {
        double total = 0;
        for (int result = 0; result < slices.jobs(); result++) {
            total += results.receive().sum();
        }
        totals.put(total);
    }

    @Override
    public double sum() throws InterruptedException {
        starts.release();
        return totals.take();
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        library.close();
    }

    private record Job(int slice) {}

    private record Result(double sum) {}

    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }
}
