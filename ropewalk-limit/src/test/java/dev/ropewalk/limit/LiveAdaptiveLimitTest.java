package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Adaptive limits in real limiters, with virtual threads that call a service of few places. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveAdaptiveLimitTest {
    private static final long SERVICE_MILLIS = 5;
    private static final int CLIENTS = 500;

    @Test
    void shouldComeDownToServiceOfTenPlaces() {
        load(vegas(200), new Semaphore(10), limit -> limit <= 40);
        load(gradient(200), new Semaphore(10), limit -> limit <= 40);
    }

    @Test
    void shouldGoUpToServiceOfManyPlaces() {
        load(vegas(5), new Semaphore(200), limit -> limit >= 50);
        load(gradient(5), new Semaphore(200), limit -> limit >= 50);
    }

    // Sleeps are alike, so that few of them make a window.
    private static Limiter vegas(int initial) {
        return Limiter.adaptive(
                        VegasLimit.builder().initial(initial).windowSamples(30).build())
                .build();
    }

    private static Limiter gradient(int initial) {
        return Limiter.adaptive(GradientLimit.builder()
                        .initial(initial)
                        .windowSamples(30)
                        .build())
                .build();
    }

    private static void load(Limiter limiter, Semaphore places, IntPredicate reached) {
        var done = new AtomicBoolean();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.execute(() -> call(limiter, places, done));
            }
            try {
                Await.until("the limit follows: " + limiter, () -> reached.test(limiter.limit()));
            } finally {
                done.set(true);
            }
        }
        assertThat(limiter.stats().inFlight()).isZero();
    }

    private static void call(Limiter limiter, Semaphore places, AtomicBoolean done) {
        try {
            while (!done.get()) {
                Permit permit = limiter.acquire();
                places.acquire();
                Thread.sleep(SERVICE_MILLIS);
                places.release();
                permit.succeed();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
