package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No producer strands the ring, not even one that ends between its claim and its publishing. */
class DeadProducerTest extends PipelineTests {
    private final List<Long> seen = new CopyOnWriteArrayList<>();

    private Pipeline<Event> build(Running running) {
        return running.builder(scheduler)
                .capacity(4)
                .stage("see", (event, sequence, endOfBatch) -> seen.add(event.value))
                .build();
    }

    /** Leaves a claim behind of a thread that has ended. */
    private static void leaveAClaim(Pipeline<Event> pipeline, int size) {
        Producer<Event> dead = pipeline.producer();
        awaitEnd(start(() -> dead.claim(size).event().value = 9));
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassTheClaimOfTheDeadToConsumers(Running running) throws InterruptedException {
        try (Pipeline<Event> pipeline = build(running)) {
            leaveAClaim(pipeline, 1);
            pipeline.publish(value(1));
            Await.until("the event behind the claim is seen", () -> !seen.isEmpty());
            assertThat(seen).containsExactly(1L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFreeARingThatTheDeadHadClaimedAsAWhole(Running running) throws InterruptedException {
        try (Pipeline<Event> pipeline = build(running)) {
            leaveAClaim(pipeline, 4);
            assertThat(pipeline.publish(value(1), LONG)).isTrue();
            leaveAClaim(pipeline, 3);
            assertThat(pipeline.producer(WaitStrategy.yielding()).publish(value(2), LONG))
                    .isTrue();
            leaveAClaim(pipeline, 3);
            Await.until("there is room", () -> pipeline.tryPublish(value(3)));
            Await.until("all are seen", () -> seen.size() == 3);
            assertThat(seen).containsExactly(1L, 2L, 3L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFreeARingWhoseClaimantDiesWhileOthersWait(Running running) throws Exception {
        try (Pipeline<Event> pipeline = build(running)) {
            var gate = new Gate();
            Producer<Event> dying = pipeline.producer();
            Thread claimant = start(() -> {
                dying.claim(4).event().value = 9;
                gate.pass();
            });
            gate.awaitEntered();
            CompletableFuture<Long> later = pipeline.publishAsync(value(1), Runnable::run);
            assertThat(later).isNotDone();
            gate.open();
            awaitEnd(claimant);
            assertThat(later.get(20, TimeUnit.SECONDS)).isEqualTo(4);
            Await.until("it is seen", () -> seen.size() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCloseThoughTheDeadHadClaims(Running running) {
        Pipeline<Event> pipeline = build(running);
        leaveAClaim(pipeline, 2);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).isEmpty();
    }
}
