package dev.ropewalk.pipeline;

import java.util.ArrayList;
import java.util.List;

/** Some producers, and a stage in the calling thread that ends with the last event. */
public abstract class ClaimRace {
    /** Publishes so many events. */
    protected abstract void produce(int events);

    /** Handles so many events, and returns the sum of what is in them. */
    protected abstract long handle(int events);

    final long run(int producers, int eventsEach) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int producer = 0; producer < producers; producer++) {
            threads.add(Thread.ofPlatform().start(() -> produce(eventsEach)));
        }
        long sum = handle(producers * eventsEach);
        for (Thread thread : threads) {
            thread.join();
        }
        return sum;
    }

    /** An event. */
    public static final class Event {
        public long value;
    }
}
