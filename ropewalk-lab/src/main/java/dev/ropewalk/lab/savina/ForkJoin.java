package dev.ropewalk.lab.savina;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.DoubleAdder;

/** What the thread that forks actors waits for: each of them joins when it has stopped. Thread-safe. */
final class ForkJoin {
    private final int actors;
    private final CountDownLatch running;
    private final DoubleAdder sum = new DoubleAdder();

    ForkJoin(int actors) {
        this.actors = actors;
        running = new CountDownLatch(actors);
    }

    /** Returns what a message makes an actor compute: next to nothing. */
    static double work(int number) {
        double sine = Math.sin(number);
        return sine * sine;
    }

    /** Called by each actor when it has stopped, with the sum of what it computed. */
    void join(double result) {
        sum.add(result);
        running.countDown();
    }

    /** Waits until all have joined, and returns the answer. */
    String await() throws InterruptedException {
        running.await();
        return answer(actors, sum.sum());
    }

    /** Returns an answer that doesn't depend on the order in which the results were added. */
    static String answer(int actors, double sum) {
        return actors + " actors joined, with a sum of " + Math.round(sum);
    }
}
