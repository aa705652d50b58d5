package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Abandonable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A timer whose time has come just when the scheduler closes. */
class ArmedTimerTest {
    private final AtomicInteger abandoned = new AtomicInteger();

    /** A task that may refuse to run. */
    private final class Task implements Abandonable {
        private final boolean refuses;

        Task(boolean refuses) {
            this.refuses = refuses;
        }

        @Override
        public void run() {
            if (refuses) {
                throw new RejectedExecutionException("closed");
            }
        }

        @Override
        public void abandon() {
            abandoned.incrementAndGet();
        }
    }

    private static ArmedTimer timer(@Nullable Executor target, Runnable task, long period) {
        return new ArmedTimer(ignored -> {}, target, task, 0, period);
    }

    private static void assertRefused(ArmedTimer timer) {
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> timer.tick(1));
        assertThat(timer.isDone()).isFalse();
    }

    @Test
    void shouldStillBeAbandonedIfTheMonitorCouldNotRunIt() {
        ArmedTimer timer = timer(null, new Task(true), 0);
        assertRefused(timer);

        timer.abandon();
        timer.abandon();

        assertThat(abandoned).hasValue(1);
    }

    @Test
    void shouldNotBeAbandonedOnceTheMonitorHasRunIt() {
        ArmedTimer timer = timer(null, new Task(false), 0);
        assertThat(timer.tick(1)).isFalse();

        timer.abandon();

        assertThat(timer.isDone()).isTrue();
        assertThat(abandoned).hasValue(0);
    }

    @Test
    void shouldTickAgainIfItsTaskCouldNotBeSubmitted() {
        var refused = new AtomicInteger();
        ArmedTimer timer = timer(
                task -> {
                    if (refused.incrementAndGet() == 1) {
                        throw new RejectedExecutionException("closed");
                    }
                },
                new Task(false),
                10);
        assertRefused(timer);

        assertThat(timer.tick(1)).isTrue();

        assertThat(refused).hasValue(2);
    }

    @Test
    void shouldBeCancelledEvenIfThereIsNoMemoryToForgetIt() {
        var timer = new ArmedTimer(
                ignored -> {
                    throw new OutOfMemoryError("for a test");
                },
                null,
                new Task(false),
                0,
                0);

        assertThat(timer.cancel()).isTrue();
        assertThat(timer.isDone()).isTrue();
    }
}
