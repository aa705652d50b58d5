package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks that throw. */
public abstract class FailureContract extends SchedulerContract {
    protected FailureContract(Subject subject) {
        super(subject);
    }

    static Throwable[] throwables() {
        return new Throwable[] {
            new IllegalStateException("unchecked"),
            new Exception("checked"),
            new AssertionError("error"),
            new OutOfMemoryError("thrown by hand"),
            new LinkageError("linkage"),
            new Throwable("neither")
        };
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void shouldTellTheHandlerAndGoOnWithTheStrand(Throwable thrown) {
        Strand strand = scheduler.newStrand();

        strand.execute(() -> sneakyThrow(thrown));
        awaitIdle(strand);

        assertThat(uncaught).containsExactly(thrown);
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void shouldTellTheHandlerWhatPlainTasksThrow(Throwable thrown) {
        scheduler.execute(() -> sneakyThrow(thrown));

        await("the handler knows", () -> uncaught.equals(List.of(thrown)));
    }

    @Test
    void shouldSurviveTasksThatOverflowTheStack() {
        Strand strand = scheduler.newStrand(Placement.PINNED);

        for (int i = 0; i < 5; i++) {
            strand.execute(() -> overflow(0));
        }
        awaitIdle(strand);

        assertThat(uncaught).hasSize(5).allMatch(StackOverflowError.class::isInstance);
    }

    @Test
    void shouldKeepEveryWorkerWhenEachTaskFails() {
        var ran = new AtomicInteger();
        Strand[] pinned = {scheduler.newStrand(Placement.PINNED, 0), scheduler.newStrand(Placement.PINNED, 1)};

        for (int i = 0; i < 1_000; i++) {
            pinned[i % 2].execute(() -> {
                ran.incrementAndGet();
                throw new IllegalStateException("as planned");
            });
        }

        await("all have run", () -> ran.get() == 1_000);
        await("all were told", () -> uncaught.size() == 1_000);
    }

    @Test
    void shouldSurviveAHandlerThatThrows() {
        try (var log = new CapturedLog("dev.ropewalk.scheduler")) {
            var told = new AtomicInteger();
            Scheduler mean = create("mean", 1, (thread, thrown) -> {
                told.incrementAndGet();
                throw new AssertionError("the handler's own");
            });
            Strand strand = mean.newStrand();
            strand.execute(() -> sneakyThrow(new Exception("the task's")));
            awaitIdle(strand);

            assertThat(told).hasValue(1);
            assertThat(log.messages(Level.SEVERE, "handler"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("the handler's own");
            assertThat(mean.close(Duration.ofSeconds(5)).isComplete()).isTrue();
        }
    }

    @Test
    void shouldGoOnWithARepeatedTimerWhoseTaskThrows() {
        Timer timer = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(),
                () -> sneakyThrow(new Exception("each time")),
                Duration.ZERO,
                Duration.ofMillis(1));

        await("three ticks have failed", () -> uncaught.size() >= 3);
        assertThat(timer.cancel()).isTrue();
    }

    @Test
    void shouldNotLetATasksInterruptReachTheNextTask() {
        Strand strand = scheduler.newStrand(Placement.PINNED);
        var interrupted = new AtomicInteger();

        for (int i = 0; i < 100; i++) {
            strand.execute(() -> {
                interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                Thread.currentThread().interrupt();
            });
        }
        awaitIdle(strand);

        assertThat(interrupted).hasValue(0);
    }

    private static int overflow(int depth) {
        return depth < 0 ? 0 : overflow(depth + 1) + 1;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the point is that nothing is checked
    private static <T extends Throwable> void sneakyThrow(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
