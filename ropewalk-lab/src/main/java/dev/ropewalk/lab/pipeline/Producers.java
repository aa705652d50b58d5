package dev.ropewalk.lab.pipeline;

import java.util.concurrent.CountDownLatch;

/** Threads that publish events, each its own range of numbers. */
final class Producers implements AutoCloseable {
    private final Threads threads = new Threads("lab-producer");
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch ready;
    private volatile long start;

    /** Makes producers that wait for the start. */
    Producers(Line line, Feed feed, Schedule schedule, long events) throws InterruptedException {
        int count = feed.producers();
        long each = events / count;
        ready = new CountDownLatch(count);
        for (int k = 0; k < count; k++) {
            int producer = k;
            threads.start(() -> {
                Line.Publisher publisher = line.publisher();
                ready.countDown();
                gate.await();
                publish(publisher, feed, schedule, producer, producer * each, each);
            });
        }
        ready.await();
    }

    private void publish(Line.Publisher publisher, Feed feed, Schedule schedule, int producer, long first, long count)
            throws InterruptedException {
        long begin = start;
        int producers = feed.producers();
        for (long k = 0; k < count; k++) {
            long time = schedule.await(begin, k * producers + producer);
            publisher.publish(first + k, feed.key(producer, first + k), time);
        }
    }

    void start() {
        start = System.nanoTime();
        gate.countDown();
    }

    /**
     * Returns at once while all is well.
     *
     * @throws IllegalStateException if a producer has failed
     */
    void check() {
        threads.check();
    }

    @Override
    public void close() {
        threads.join();
    }
}
