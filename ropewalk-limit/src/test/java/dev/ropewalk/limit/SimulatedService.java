package dev.ropewalk.limit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A service with a knee: a number of servers with a queue in front. Service times are a sum of {@code stages} exponential ones:
 * with one stage they are exponential (M/M/c), with more they are more alike.
 */
final class SimulatedService {
    enum Outcome {
        DONE,
        REFUSED
    }

    private final SimulatedTime time;
    private final RandomGenerator random;
    private final Queue<Consumer<Outcome>> queue = new ArrayDeque<>();
    private int servers;
    private int busy;
    private int queueCapacity = Integer.MAX_VALUE;
    private int stages = 1;
    private long nextExtraNanos;
    private double meanNanos = Duration.ofMillis(100).toNanos();

    SimulatedService(SimulatedTime time, RandomGenerator random, int servers) {
        this.time = time;
        this.random = random;
        this.servers = servers;
    }

    void setServers(int count) {
        servers = count;
        startWaiting();
    }

    void setQueueCapacity(int capacity) {
        queueCapacity = capacity;
    }

    void setServiceTime(Duration mean, int newStages) {
        meanNanos = mean.toNanos();
        stages = newStages;
    }

    /** Makes one call take that much longer. */
    void delayNext(Duration delay) {
        nextExtraNanos = delay.toNanos();
    }

    double meanNanos() {
        return meanNanos;
    }

    void call(Consumer<Outcome> whenEnded) {
        if (busy < servers) {
            start(whenEnded);
        } else if (queue.size() < queueCapacity) {
            queue.add(whenEnded);
        } else {
            time.after((long) meanNanos / 100, () -> whenEnded.accept(Outcome.REFUSED));
        }
    }

    private void start(Consumer<Outcome> whenEnded) {
        busy++;
        time.after(serviceNanos(), () -> {
            busy--;
            startWaiting();
            whenEnded.accept(Outcome.DONE);
        });
    }

    private void startWaiting() {
        while (busy < servers && !queue.isEmpty()) {
            start(queue.remove());
        }
    }

    private long serviceNanos() {
        double sum = 0;
        for (int stage = 0; stage < stages; stage++) {
            sum += random.nextExponential();
        }
        long extraNanos = nextExtraNanos;
        nextExtraNanos = 0;
        return Math.max(1, (long) (meanNanos * sum / stages)) + extraNanos;
    }
}
