package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Threads that bring steps to a real scheduler. */
class TurnStressTest {
    private static final int THREADS = 3;
    private static final int STEPS = 50_000;
    private static final int DEADLINE_SECONDS = 60;

    /** Counts without atomic operations: only who has the turn may touch it. */
    private static final class Count {
        final int[] ran = new int[THREADS];
        int violations;
        private boolean isRunning;

        void step(int thread, int number) {
            violations += isRunning || ran[thread] != number ? 1 : 0;
            isRunning = true;
            ran[thread]++;
            isRunning = false;
        }
    }

    @Test
    void shouldRunEachStepOnceAndInOrder() throws InterruptedException {
        try (Scheduler scheduler = Scheduler.builder().workers(2).build()) {
            var failure = new AtomicReference<Throwable>();
            var turn = new Turn(scheduler.newStrand(), failure::set, () -> {});
            var count = new Count();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                Runnable bring = () -> bring(turn, count, thread);
                threads.add(
                        i == 0
                                ? Thread.ofVirtual().start(bring)
                                : Thread.ofPlatform().start(bring));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            var done = new CountDownLatch(1);
            turn.execute(done::countDown);
            assertThat(done.await(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .as("the last step is run")
                    .isTrue();
            assertThat(failure.get()).isNull();
            assertThat(count.violations)
                    .as("steps beside others, or out of order")
                    .isZero();
            assertThat(count.ran).containsOnly(STEPS);
        }
    }

    private static void bring(Turn turn, Count count, int thread) {
        for (int i = 0; i < STEPS; i++) {
            int number = i;
            Runnable step = () -> count.step(thread, number);
            if (number % 3 == 0 || !turn.tryRun(step)) {
                turn.execute(step);
            }
        }
    }
}
