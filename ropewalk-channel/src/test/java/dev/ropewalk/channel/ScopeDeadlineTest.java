package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
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

    @Test
    void shouldFailAtTheDeadline() {
        try (ProcessScope scope = openFor(SHORT)) {
            ScopedProcess<?> slow = scope.spawn("slow", () -> new CountDownLatch(1).await());
            assertThatExceptionOfType(ScopeDeadlineException.class)
                    .isThrownBy(scope::join)
                    .withMessageStartingWith("scope timed hasn't ended within PT0.05S")
                    .withMessageContaining("process slow: RUNNING")
                    .satisfies(thrown -> assertThat(thrown.dump().processes()).hasSize(1));
            assertThat(slow.state()).isEqualTo(ProcessState.CANCELLED);
        }
    }

    @Test
    void shouldKeepFailuresBehindTheDeadline() {
        try (ProcessScope scope = openFor(SHORT)) {
            scope.spawn(() -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IOException("on the way out");
                }
            });
            assertThatExceptionOfType(ScopeDeadlineException.class)
                    .isThrownBy(scope::join)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed())
                            .singleElement()
                            .satisfies(further -> assertThat(further).hasMessage("on the way out")));
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
