package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.pipeline.Failure.Action;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of events whose handler throws. */
class FailurePolicyTest extends PipelineTests {
    private static final Duration NONE = Duration.ZERO;

    private final List<Failure> failures = new CopyOnWriteArrayList<>();
    private final List<Long> tried = new CopyOnWriteArrayList<>();
    private final List<Long> passed = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate();

    /** Returns a pipeline whose first stage fails at some events so many times, and holds the first up. */
    private Pipeline<Event> build(Running running, FailurePolicy policy, int times, Long... failing) {
        Set<Long> bad = Set.of(failing);
        var left = new long[32];
        java.util.Arrays.fill(left, times);
        return running.builder(scheduler)
                .name("weak")
                .capacity(32)
                .onFailure(failures::add)
                .stage(Stage.<Event>of("hard", (event, sequence, endOfBatch) -> {
                            if (sequence == 0) {
                                gate.pass();
                            }
                            tried.add(sequence);
                            if (bad.contains(sequence) && left[(int) sequence]-- > 0) {
                                throw new IllegalStateException("no " + sequence);
                            }
                        })
                        .maxBatch(32)
                        .onFailure(policy))
                .then((event, sequence, endOfBatch) -> passed.add(sequence))
                .build();
    }

    /** Publishes one event, and then some that are one batch. */
    private void publish(Pipeline<Event> pipeline, int rest) throws InterruptedException {
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(rest, (event, index) -> event.value = 1L + index);
        gate.open();
    }

    private static List<Long> upTo(long last) {
        return java.util.stream.LongStream.rangeClosed(0, last).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipAndReport(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.skip(), 1, 2L, 4L);
        publish(pipeline, 4);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(tried).isEqualTo(upTo(4));
        assertThat(passed).containsExactly(0L, 1L, 3L);
        assertThat(failures).extracting(Failure::sequence).containsExactly(2L, 4L);
        assertThat(failures).allSatisfy(failure -> {
            assertThat(failure.stage()).isEqualTo("hard");
            assertThat(failure.action()).isEqualTo(Action.SKIP);
            assertThat(failure.failures()).isOne();
            assertThat(failure.cause()).hasMessage("no " + failure.sequence());
            assertThat(failure.event()).isInstanceOf(Event.class);
        });
        assertThat(pipeline.stats().stages().get("hard")).satisfies(stats -> {
            assertThat(stats.failures()).isEqualTo(2);
            assertThat(stats.dropped()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassOnWhatFailedIfItIsSoDecided(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.passOn(), 1, 2L, 4L);
        publish(pipeline, 4);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(passed).isEqualTo(upTo(4));
        assertThat(failures).extracting(Failure::action).containsExactly(Action.PASS_ON, Action.PASS_ON);
        assertThat(stats(pipeline, "hard").dropped()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassOnWhatWasRetriedInVainIfItIsSoDecided(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.retry(1, NONE, NONE).orPassOn(), 9, 2L);
        publish(pipeline, 4);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(passed).isEqualTo(upTo(4));
        assertThat(failures).extracting(Failure::action).containsExactly(Action.RETRY, Action.PASS_ON);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRetryUntilItSucceeds(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.retry(3, Duration.ofNanos(1_000), Duration.ofMillis(1)), 3, 1L, 2L);
        publish(pipeline, 3);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(tried).containsExactly(0L, 1L, 1L, 1L, 1L, 2L, 2L, 2L, 2L, 3L);
        assertThat(passed).isEqualTo(upTo(3));
        assertThat(failures).extracting(Failure::failures).containsExactly(1, 2, 3, 1, 2, 3);
        assertThat(failures).extracting(Failure::action).containsOnly(Action.RETRY);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipWhatWasRetriedInVain(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.retry(2, NONE, NONE), 9, 1L, 3L);
        publish(pipeline, 3);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(tried).containsExactly(0L, 1L, 1L, 1L, 2L, 3L, 3L, 3L);
        assertThat(passed).containsExactly(0L, 2L);
        assertThat(failures)
                .extracting(Failure::action)
                .containsExactly(Action.RETRY, Action.RETRY, Action.SKIP, Action.RETRY, Action.RETRY, Action.SKIP);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRewindTheBatch(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.rewind(2, Duration.ofNanos(1), Duration.ofMillis(1)), 1, 2L, 3L);
        publish(pipeline, 3);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(tried).containsExactly(0L, 1L, 2L, 1L, 2L, 3L, 1L, 2L, 3L);
        assertThat(passed).isEqualTo(upTo(3));
        assertThat(failures).extracting(Failure::action).containsOnly(Action.REWIND);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndRewindingThoughSeveralEventsOfABatchAlwaysFail(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.rewind(1, NONE, NONE), 1_000, 1L, 3L, 5L);
        publish(pipeline, 6);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(passed).containsExactly(0L, 2L, 4L, 6L);
        assertThat(failures)
                .filteredOn(failure -> failure.action() == Action.REWIND)
                .extracting(Failure::sequence)
                .containsExactly(1L, 3L, 5L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopWithTheCause(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.stop(), 1, 2L);
        publish(pipeline, 4);
        Await.until("it has failed", () -> pipeline.failure().isPresent());
        assertThat(pipeline.failure().orElseThrow())
                .isInstanceOf(StageFailedException.class)
                .hasMessage("stage hard failed at event 2: java.lang.IllegalStateException: no 2")
                .hasRootCauseMessage("no 2");
        assertThatExceptionOfType(PipelineClosedException.class)
                .isThrownBy(() -> pipeline.publish(value(9)))
                .withMessageContaining("weak has ended")
                .withCause(pipeline.failure().orElseThrow());
        PipelineCloseReport report = pipeline.close(LONG);
        assertThat(report.isComplete()).isFalse();
        assertThat(report.unhandled()).containsKeys("hard", "stage-2").containsEntry("hard", 3L);
        assertThat(report.unpublished()).isZero();
        assertThat(report.stuck()).isEmpty();
        assertThat(tried).containsExactly(0L, 1L, 2L);
        assertThat(upTo(0)).containsAll(passed);
        assertThat(failures).extracting(Failure::action).containsExactly(Action.STOP);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopAfterRetryingInVain(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.retry(2, NONE, NONE).orStop(), 9, 1L);
        publish(pipeline, 2);
        Await.until("it has failed", () -> pipeline.failure().isPresent());
        assertThat(pipeline.close(LONG).unhandled()).containsEntry("hard", 2L);
        assertThat(failures).extracting(Failure::action).containsExactly(Action.RETRY, Action.RETRY, Action.STOP);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWakeProducersWhenItStops(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = build(running, FailurePolicy.stop(), 1, 0L);
        pipeline.publish(value(0));
        gate.awaitEntered();
        pipeline.publishBatch(31, (event, index) -> event.value = index);
        start(() -> {
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            gate.open();
        });
        assertThatExceptionOfType(PipelineClosedException.class)
                .isThrownBy(() -> pipeline.publish(value(9)))
                .withRootCauseExactlyInstanceOf(IllegalStateException.class);
        pipeline.close(LONG);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCutAPauseShortWhenHalted(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.retry(9, Duration.ofDays(1), Duration.ofDays(1)), 9, 1L);
        publish(pipeline, 3);
        Await.until("it pauses", () -> !failures.isEmpty());
        PipelineCloseReport report = pipeline.close(Duration.ofMillis(1));
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(report.unhandled()).containsEntry("hard", 3L).containsKey("stage-2");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRemoveAStageThatPauses(Running running) throws InterruptedException {
        Pipeline<Event> pipeline =
                build(running, FailurePolicy.retry(9, Duration.ofDays(1), Duration.ofDays(1)), 9, 1L);
        publish(pipeline, 3);
        Await.until("it pauses", () -> !failures.isEmpty());
        assertThat(pipeline.remove("hard")).isTrue();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(passed).isEqualTo(upTo(3));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSurviveAListenerThatThrows(Running running) throws InterruptedException {
        List<Long> seen = new ArrayList<>();
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            Pipeline<Event> pipeline = running.builder(scheduler)
                    .name("deaf")
                    .onFailure(failure -> {
                        throw new IllegalStateException("didn't listen");
                    })
                    .stage("bad", (event, sequence, endOfBatch) -> {
                        throw new IllegalArgumentException("no");
                    })
                    .then((event, sequence, endOfBatch) -> seen.add(event.value))
                    .build();
            pipeline.publish(value(1));
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(seen).isEmpty();
            assertThat(log.messages(Level.SEVERE, "deaf"))
                    .singleElement()
                    .asString()
                    .contains("didn't listen");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLogUnlessThereIsAListener(Running running) throws InterruptedException {
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            Pipeline<Event> pipeline = running.builder(scheduler)
                    .name("weak")
                    .stage("loud", (event, sequence, endOfBatch) -> {
                        throw new IllegalArgumentException("no");
                    })
                    .build();
            pipeline.publish(value(1));
            pipeline.close(LONG);
            assertThat(log.messages(
                            Level.WARNING, "the pipeline weak: stage loud failed at event 0: the event is skipped"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhenTheListenerThrowsTheCauseThatItIsToldOf(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = running.builder(scheduler)
                .name("touchy")
                .capacity(32)
                .onFailure(failure -> {
                    throw (IllegalStateException) failure.cause();
                })
                .then((event, sequence, endOfBatch) -> {
                    if (sequence == 0) {
                        throw new IllegalStateException("no " + sequence);
                    }
                    passed.add(sequence);
                })
                .build();
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            pipeline.publish(value(0));
            pipeline.publish(value(1));

            assertThat(pipeline.close(LONG).isComplete()).isTrue();
            assertThat(log.messages(Level.SEVERE, "the listener of failures failed"))
                    .hasSize(1);
        }
        assertThat(pipeline.failure()).isEmpty();
        assertThat(passed).containsExactly(1L);
    }

    @Test
    void shouldRefuseAnAlternativeToWhatIsDoneWithoutRetries() {
        for (FailurePolicy policy : List.of(FailurePolicy.skip(), FailurePolicy.passOn(), FailurePolicy.stop())) {
            assertThatIllegalStateException()
                    .isThrownBy(policy::orStop)
                    .withMessage("'" + policy + "' has no retries, after which it could stop: only retry and rewind"
                            + " can be followed by 'or stop'");
            assertThatIllegalStateException()
                    .isThrownBy(policy::orPassOn)
                    .withMessageStartingWith("'" + policy + "' has no retries, after which it could pass on");
        }
    }

    @Test
    void shouldRefuseASecondEndOfRetries() {
        FailurePolicy stopping = FailurePolicy.rewind(1, NONE, NONE).orStop();
        assertThatIllegalStateException()
                .isThrownBy(stopping::orPassOn)
                .withMessage("'rewind (at most 1, after PT0S to PT0S) or stop' can't pass on, too");
        FailurePolicy passing = FailurePolicy.retry(1, NONE, NONE).orPassOn();
        assertThatIllegalStateException().isThrownBy(passing::orStop).withMessageEndingWith("can't stop, too");
    }

    @Test
    void shouldShowItsNumbers() {
        FailurePolicy retry = FailurePolicy.retry(3, Duration.ofMillis(10), Duration.ofSeconds(1));
        assertThat(retry).hasToString("retry (at most 3, after PT0.01S to PT1S)");
        assertThat(retry.orStop()).hasToString("retry (at most 3, after PT0.01S to PT1S) or stop");
        assertThat(FailurePolicy.rewind(1, Duration.ZERO, Duration.ZERO))
                .hasToString("rewind (at most 1, after PT0S to PT0S)");
    }
}
