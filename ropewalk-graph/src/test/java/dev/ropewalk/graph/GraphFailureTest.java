package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that fail, go on, try again, take too long, and are cancelled. */
@Timeout(30)
class GraphFailureTest {
    private final TaskGraphDraft builder = TaskGraph.draft();
    private final CountDownLatch never = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    @Test
    void shouldInterruptWhatRunsAndStartNothingMoreWhenAnActionFails() throws InterruptedException {
        AtomicBoolean ran = new AtomicBoolean();
        IOException broken = new IOException("broken");
        Action<?> waiting = builder.run("waiting", context -> {
            begun.countDown();
            never.await();
        });
        Action<?> failing = builder.run("failing", context -> {
            begun.await();
            throw broken;
        });
        Action<?> after = builder.run("after", context -> ran.set(true)).after(waiting);
        Action<?> dependant = builder.run("dependant", context -> ran.set(true)).after(failing);

        GraphResult result = builder.build().start().join();

        assertThat(result.result(failing)).isEqualTo(ActionResult.failed(broken, 1));
        assertThat(result.result(waiting)).isEqualTo(ActionResult.cancelled());
        assertThat(result.result(after)).isEqualTo(ActionResult.cancelled());
        assertThat(result.result(dependant)).isEqualTo(ActionResult.cancelled());
        assertThat(ran).isFalse();
        assertThat(result.isCancelled()).isFalse();
        assertThatExceptionOfType(GraphFailedException.class)
                .isThrownBy(result::orThrow)
                .withCause(broken)
                .withMessageContaining("[failing]");
    }

    @Test
    void shouldRunAllThatDoesNotDependOnAFailureWhenItKeepsGoing() throws InterruptedException {
        IllegalStateException broken = new IllegalStateException("broken");
        Action<Integer> failing = builder.action("failing", context -> {
            throw broken;
        });
        Action<Integer> fine = builder.action("fine", context -> 1);
        Action<?> skipped =
                builder.action("skipped", context -> context.value(fine)).after(failing, fine);
        Action<?> behind = builder.run("behind", context -> {}).after(skipped);
        Action<Integer> apart =
                builder.action("apart", context -> context.value(fine) + 1).after(fine);

        GraphResult result =
                builder.build().start(GraphOptions.defaults().keepGoing(true)).join();

        assertThat(result.value(apart)).isEqualTo(2);
        assertThat(result.result(skipped)).isEqualTo(ActionResult.skipped(failing));
        assertThat(result.result(behind)).isEqualTo(ActionResult.skipped(failing));
        assertThat(result.failures()).containsExactly(Map.entry(failing, broken));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> result.value(behind))
                .withMessage("'behind' has no value: it was skipped because 'failing' failed");
    }

    @Test
    void shouldTryAgainAfterFailuresThatAreWorthIt() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        Action<Integer> flaky = builder.action("flaky", context -> {
                    attempts.incrementAndGet();
                    if (context.attempt() < 3) {
                        throw new IOException("attempt " + context.attempt());
                    }
                    return context.attempt();
                })
                .retry(Retry.attempts(5)
                        .backOff(Duration.ofMillis(1), Duration.ofMillis(2))
                        .on(IOException.class));

        assertThat(builder.build().start().join().value(flaky)).isEqualTo(3);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void shouldGiveUpAfterTheLastAttempt() throws InterruptedException {
        Action<Integer> hopeless = builder.<Integer>asyncAction(
                        "hopeless", context -> CompletableFuture.failedFuture(new IOException("always")))
                .retry(Retry.attempts(3));

        GraphResult result = builder.build().start().join();

        assertThat(result.result(hopeless))
                .isInstanceOfSatisfying(
                        ActionResult.Failed.class,
                        failed -> assertThat(failed.attempts()).isEqualTo(3));
        assertThat(result.failures().get(hopeless)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldNotTryAgainAfterOtherFailures() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        builder.run("wrong", context -> {
                    attempts.incrementAndGet();
                    throw new UncheckedIOException(new IOException());
                })
                .retry(Retry.attempts(3).on(IOException.class));

        assertThat(builder.build().start().join().isSuccess()).isFalse();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void shouldInterruptAnAttemptThatTakesTooLong() throws InterruptedException {
        Action<?> slow = builder.run("slow", context -> never.await()).timeout(Duration.ofMillis(5));
        Action<String> after = builder.action("after", context -> "not interrupted");

        GraphResult result =
                builder.build().start(GraphOptions.defaults().keepGoing(true)).join();

        assertThat(result.failures().get(slow))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("'slow' took longer than 5.0 ms");
        assertThat(result.value(after)).isEqualTo("not interrupted");
    }

    @Test
    void shouldGiveUpAStageThatTakesTooLong() throws InterruptedException {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Action<String> slow =
                builder.<String>asyncAction("slow", context -> stage).timeout(Duration.ofMillis(5));

        GraphResult result = builder.build().start().join();

        assertThat(result.failures().get(slow)).isInstanceOf(TimeoutException.class);
        assertThat(stage).isCancelled();
    }

    @Test
    void shouldCancelWhatRunsAndWhatWaits() throws InterruptedException {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        Action<?> blocked = builder.run("blocked", context -> {
            begun.countDown();
            never.await();
        });
        Action<String> async = builder.asyncAction("async", context -> {
            asked.countDown();
            return stage;
        });
        Action<?> retried = builder.run("retried", context -> {
                    throw new IOException();
                })
                .retry(Retry.attempts(2).backOff(Duration.ofDays(1), Duration.ofDays(1)));
        GraphRun run = builder.build().start();
        begun.await();
        asked.await();
        Await.until(
                "one runs, one waits for its stage, one backs off",
                () -> run.snapshot().running() == 2 && run.snapshot().backingOff() == 1);

        run.cancel();
        GraphResult result = run.join();

        assertThat(result.isCancelled()).isTrue();
        assertThat(result.result(blocked)).isEqualTo(ActionResult.cancelled());
        assertThat(result.result(async)).isEqualTo(ActionResult.cancelled());
        assertThat(result.result(retried)).isEqualTo(ActionResult.cancelled());
        assertThat(stage).isCancelled();
        assertThat(run.snapshot().cancelled()).isEqualTo(3);
    }

    @Test
    void shouldCountAsCancelledWhatHasNeverBegun() throws InterruptedException {
        Action<?> first = builder.run("first", context -> {
            throw new IOException();
        });
        Action<?> second = builder.run("second", context -> {}).after(first);
        builder.run("third", context -> {}).after(second);

        GraphRun run = builder.build().start();
        GraphResult result = run.join();

        assertThat(run.snapshot().done()).isEqualTo(3);
        assertThat(run.snapshot().cancelled()).isEqualTo(2);
        assertThat(result).hasToString(run.snapshot().toString());
        assertThat(result.result(second)).isEqualTo(ActionResult.cancelled());
    }

    @Test
    void shouldTellABodyThatItIsCancelled() throws InterruptedException {
        Action<String> stubborn = builder.action("stubborn", context -> {
            begun.countDown();
            while (!context.isCancelled()) {
                Thread.onSpinWait();
            }
            return "done all the same";
        });
        GraphRun run = builder.build().start();
        begun.await();

        run.cancel();

        assertThat(run.join().value(stubborn)).isEqualTo("done all the same");
    }

    @Test
    void shouldWaitForTheEndAtMostSoLong() throws InterruptedException {
        Action<?> action = builder.run("a", context -> begun.await());
        GraphRun run = builder.build().start();

        Optional<GraphResult> early = run.join(Duration.ofMillis(2));
        run.result().cancel(true);
        begun.countDown();

        assertThat(early).isEmpty();
        assertThat(run.join().result(action)).isInstanceOf(ActionResult.Succeeded.class);
        assertThat(run.result()).isCompleted();
    }

    @Test
    void shouldTakeAStageThatIsMissingForAFailure() throws InterruptedException {
        Action<?> none = builder.asyncAction("none", context -> {
            throw new IOException("no connection");
        });

        assertThat(builder.build().start().join().failures().get(none)).hasMessage("no connection");
    }

    @Test
    void shouldFailAnActionWhosePredicateOfRetriesThrowsTheFailureItself() throws InterruptedException {
        IllegalStateException broken = new IllegalStateException("broken");
        Action<?> failing = builder.run("failing", context -> {
                    throw broken;
                })
                .retry(Retry.attempts(3).when(failure -> {
                    throw broken;
                }));

        GraphResult result = builder.build().start().join();

        assertThat(result.result(failing)).isEqualTo(ActionResult.failed(broken, 1));
    }
}
