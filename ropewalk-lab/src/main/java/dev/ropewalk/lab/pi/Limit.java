package dev.ropewalk.lab.pi;

import java.util.stream.IntStream;

/** The same loops without any coordination: each thread has a run of slices and a total of its own. */
final class Limit implements Model {
    private final Slices slices;

    Limit(Slices slices) {
        this.slices = slices;
    }

    @Override
    public double sum() throws InterruptedException {
        var totals = new double[slices.workers()];
        Thread[] threads = IntStream.range(0, totals.length)
                .mapToObj(worker -> Thread.ofPlatform().start(() -> totals[worker] = sumOf(worker)))
                .toArray(Thread[]::new);
        double total = 0;
        for (int worker = 0; worker < threads.length; worker++) {
            threads[worker].join();
            total += totals[worker];
        }
        return total;
    }

    private double sumOf(int worker) {
        double total = 0;
        for (int slice = begin(worker); slice < begin(worker + 1); slice++) {
            total += slices.sum(slice);
        }
        return total;
    }

    private int begin(int worker) {
        return (int) ((long) slices.jobs() * worker / slices.workers());
    }

    @Override
    public void close() {}
}
