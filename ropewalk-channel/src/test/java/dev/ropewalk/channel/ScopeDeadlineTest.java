package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Scopes that may take only so long. */
class ScopeDeadlineTest extends ScopeTests {
    private static final Duration SHORT = Duration.ofMillis(50);

    ScopeDeadlineTest(ThreadSource source) {
        super(source);
    }

    private ProcessScope openFor(Duration deadline) {
        return ProcessScope.builder(scheduler).name("timed").deadline(deadline).open();
    }

    /** Tries deadlines that are later each time, until one comes when all is as the test needs it. */
    private static void untilLateEnough(Predicate<Duration> attempt) {
        Duration deadline = SHORT;
        while (!attempt.test(deadline)) {
            deadline = deadline.multipliedBy(2);
        }
    }

    @Test
    void shouldFailAtTheDeadline() {
        untilLateEnough(this::failsWhatWasSpawnedBefore);
    }

    /** Returns false if the deadline came before anything was spawned. */
    private boolean failsWhatWasSpawnedBefore(Duration deadline) {
        try (ProcessScope scope = openFor(deadline)) {
            ScopedProcess<?> slow;
            try {
                slow = scope.spawn("slow", () -> new CountDownLatch(1).await());
            } catch (ScopeDeadlineException tooEarly) {
                assertThatExceptionOfType(ScopeDeadlineException.class).isThrownBy(scope::join);
                return false;
            }

            assertThatExceptionOfType(ScopeDeadlineException.class)
                    .isThrownBy(scope::join)
                    .withMessageStartingWith("scope timed hasn't ended within " + deadline)
                    .withMessageContaining("process slow: RUNNING")
                    .satisfies(
                            thrown -> assertThat(thrown.snapshot().processes()).hasSize(1));
            assertThat(slow.state()).isEqualTo(ProcessState.CANCELLED);
            return true;
        }
    }

    @Test
    void shouldKeepFailuresBehindTheDeadline() {
        untilLateEnough(this::keepsTheFailureOfWhatHasBegunBefore);
    }

    /** Returns false if the deadline came before the process has begun. */
    private boolean keepsTheFailureOfWhatHasBegunBefore(Duration deadline) {
        CountDownLatch begun = new CountDownLatch(1);
        try (ProcessScope scope = openFor(deadline)) {
            try {
                scope.spawn(() -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        throw new IOException("on the way out");
                    }
                });
            } catch (ScopeDeadlineException tooEarly) {
                assertThatExceptionOfType(ScopeDeadlineException.class).isThrownBy(scope::join);
                return false;
            }

            ScopeDeadlineException failure = catchThrowableOfType(ScopeDeadlineException.class, scope::join);
            assertThat(failure).isNotNull();
            if (begun.getCount() > 0) {
                return false;
            }
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(further -> assertThat(further).hasMessage("on the way out"));
            return true;
        }
    }

    @Test
    void shouldFailTheChannelThatTheOwnerWaitsFor() {
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> {
                    try (ProcessScope scope = openFor(SHORT)) {
                        scope.<Integer>channel().rendezvous().receive();
                    }
                })
                .withCauseInstanceOf(ScopeDeadlineException.class)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).hasExactlyElementsOfTypes(ScopeDeadlineException.class));
    }

    @Test
    void shouldForgetTheDeadlineWhenClosed() throws InterruptedException {
        try (ProcessScope scope = openFor(Duration.ofHours(1))) {
            ScopedProcess<Integer> process = scope.spawn(() -> 1);
            scope.join();
            assertThat(process.result()).isEqualTo(1);
        }
        assertThat(scheduler.close(Duration.ofSeconds(10)).toString()).contains("0");
    }

    @Test
    void shouldFailWhenTheSchedulerThatTimesItIsClosed() {
        try (ProcessScope scope = openFor(Duration.ofHours(1))) {
            ScopedProcess<?> endless = scope.spawn("endless", () -> new CountDownLatch(1).await());
            scheduler.close();
            assertThatExceptionOfType(ScopeDeadlineException.class)
                    .isThrownBy(scope::join)
                    .withMessageStartingWith("scope timed can't keep its deadline of PT1H: its scheduler was closed");
            assertThat(endless.state()).isEqualTo(ProcessState.CANCELLED);
        }
    }

    @Test
    void shouldRefuseADeadlineThatHasPassed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> openFor(Duration.ZERO))
                .withMessage("the deadline must be above 0, but is PT0S");
    }
}
