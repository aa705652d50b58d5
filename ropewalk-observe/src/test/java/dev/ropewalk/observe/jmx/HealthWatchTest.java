package dev.ropewalk.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HealthWatchTest {
    private long millis = 5000;
    private int looks;
    private Runnable duringLook = () -> {};
    private final HealthWatch watch = new HealthWatch(HealthOptions.defaults(), this::look, this::nanoTime);

    private long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private JvmSnapshot look() {
        looks++;
        duringLook.run();
        return new JvmSnapshot(
                Instant.ofEpochMilli(millis),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of("Journal a", "look " + looks));
    }

    @Test
    void shouldTellTheStateAtFirst() {
        HealthReport report = watch.report();

        assertThat(report.span()).isZero();
        assertThat(report.findings()).singleElement().asString().contains("look 1");
    }

    @Test
    void shouldGiveTheSameAnswerWithinASecond() {
        HealthReport first = watch.report();
        millis += 999;

        assertThat(watch.report()).isSameAs(first);
        assertThat(looks).isOne();
    }

    @Test
    void shouldCompareWithTheQuestionBefore() {
        millis += 1000;
        assertThat(watch.report().span()).isEqualTo(Duration.ofSeconds(1));
        millis += 3000;
        assertThat(watch.report().span()).isEqualTo(Duration.ofSeconds(3));
        assertThat(watch.report().findings()).singleElement().asString().contains("look 3");
    }

    @Test
    void shouldGiveTheLastAnswerWhileAnotherOneLooks() throws Exception {
        HealthReport first = watch.report();
        millis += 1000;
        var released = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            var entered = new CountDownLatch(1);
            duringLook = () -> {
                entered.countDown();
                awaitQuietly(released);
            };
            Future<HealthReport> held = threads.submit(watch::report);
            try {
                entered.await();
                assertThat(threads.submit(watch::report).get(30, TimeUnit.SECONDS))
                        .isSameAs(first);
            } finally {
                released.countDown();
            }
            assertThat(held.get().span()).isEqualTo(Duration.ofSeconds(1));
            assertThat(watch.report()).isSameAs(held.get());
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
