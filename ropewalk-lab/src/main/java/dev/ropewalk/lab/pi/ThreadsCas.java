package dev.ropewalk.lab.pi;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Plain threads: each takes the number of the next job from a shared counter, and adds its result to a shared sum. */
final class ThreadsCas implements Model {
    private final Slices slices;
    private final AtomicInteger next = new AtomicInteger();
    private final CasTotal total = new CasTotal();

    ThreadsCas(Slices slices) {
        this.slices = slices;
    }

    @Override
    public double sum() throws InterruptedException {
        next.set(0);
        Thread[] threads = IntStream.range(0, slices.workers())
                .mapToObj(worker -> Thread.ofPlatform().start(this::work))
                .toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.join();
        }
        return total.take();
    }

    private void work() {
        for (int slice = next.getAndIncrement(); slice < slices.jobs(); slice = next.getAndIncrement()) {
            total.add(slices.sum(slice));
        }
    }

    @Override
    public void close() {}
}
