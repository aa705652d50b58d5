package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A logger that throws, like one whose appender is closed, ends neither workers nor the monitor. */
class BrokenLogTest {
    private static final Logger LOGGER = Logger.getLogger("dev.ropewalk.scheduler");

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Thrower thrower = new Thrower();
    private @Nullable WorkStealingScheduler scheduler;

    private static final class Thrower extends Handler {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void publish(LogRecord entry) {
            calls.incrementAndGet();
            throw new IllegalStateException("the appender is closed");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void breakTheLog() {
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(thrower);
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void mendTheLog() {
        System.setErr(standardError);
        LOGGER.removeHandler(thrower);
        LOGGER.setUseParentHandlers(true);
        RealScheduler.close(scheduler);
    }

    @Test
    void shouldKeepItsWorkersWhenTheLoggerThrows() {
        WorkStealingScheduler s = start(UnaryOperator.identity());

        failOnEachWorker(s);

        assertWorks(s);
        assertThat(thrower.calls).hasPositiveValue();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("a task failed in " + RealScheduler.worker(s, 0), "a task failed for a test");
    }

    @Test
    void shouldKeepItsWorkersWhenTheHandlerThrowsAndTheLoggerToo() {
        WorkStealingScheduler s = start(builder -> builder.uncaughtExceptionHandler((thread, thrown) -> {
            throw new StackOverflowError();
        }));

        failOnEachWorker(s);

        assertWorks(s);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(RealScheduler.name(s), "a task failed for a test", "StackOverflowError");
    }

    @Test
    void shouldKeepItsMonitorWhenTheLoggerThrows() {
        WorkStealingScheduler s = start(builder -> builder.maxSpareWorkers(0).stuckAfter(Duration.ofMillis(1)));
        try (Held _ = Held.worker(s, 0);
                Held _ = Held.worker(s, 1)) {
            s.execute(() -> {});
            Await.until("it complains", () -> thrower.calls.get() > 0);
        }
        var ticked = new AtomicInteger();

        s.schedule(s.newStrand(), ticked::incrementAndGet, Duration.ofMillis(1));

        Await.until("the timer has ticked", () -> ticked.get() == 1);
    }

    private WorkStealingScheduler start(UnaryOperator<SchedulerBuilder> options) {
        scheduler = RealScheduler.of(2, options);
        return scheduler;
    }

    private static void failOnEachWorker(WorkStealingScheduler s) {
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3; k++) {
                s.newStrand(Placement.PINNED, i).execute(() -> {
                    throw new IllegalStateException("a task failed for a test");
                });
            }
        }
    }

    private static void assertWorks(WorkStealingScheduler s) {
        for (int i = 0; i < 2; i++) {
            assertThat(Held.threadOf(s.newStrand(Placement.PINNED, i))).isEqualTo(RealScheduler.worker(s, i));
        }
    }
}
