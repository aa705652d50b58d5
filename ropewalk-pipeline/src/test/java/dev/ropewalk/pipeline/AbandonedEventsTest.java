package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that are left when a pipeline ends are cleared, once, when no handler can use them any more. */
class AbandonedEventsTest extends PipelineTests {
    private final List<Long> cleared = new CopyOnWriteArrayList<>();

    private PipelineBuilder<Event> builder(Running running) {
        return running.builder(scheduler)
                .capacity(16)
                .onFailure(failure -> {})
                .clear(event -> cleared.add(event.value));
    }

    private static List<Long> upTo(int last) {
        return IntStream.rangeClosed(0, last).mapToLong(i -> i).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeClearedWhenAStageStopsThePipeline(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline = builder(running)
                .stage(Stage.<Event>of("stops", (event, sequence, endOfBatch) -> {
                            gate.pass();
                            if (event.value == 3) {
                                throw new IllegalStateException("enough");
                            }
                        })
                        .maxBatch(2)
                        .onFailure(FailurePolicy.stop()))
                .then((event, sequence, endOfBatch) -> {})
                .build();
        pipeline.publishBatch(10, (event, index) -> event.value = index);
        gate.open();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(cleared).containsExactlyElementsOf(upTo(9));
        assertThat(pipeline.close(LONG).isComplete()).isFalse();
        assertThat(cleared).hasSize(10);
    }

    @Test
    void shouldWaitForAHandlerThatIsStuck() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var leave = new CompletableFuture<Void>();
        Pipeline<Event> pipeline = builder(Running.PARKING)
                .stage("stuck", (event, sequence, endOfBatch) -> {
                    entered.countDown();
                    leave.join();
                })
                .build();
        pipeline.publishBatch(4, (event, index) -> event.value = index);
        entered.await();
        assertThat(pipeline.close(Duration.ZERO).stuck()).containsExactly("stuck");
        assertThat(pipeline.awaitTermination(Duration.ZERO)).isFalse();
        assertThat(cleared).isEmpty();
        leave.complete(null);
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(cleared).containsExactlyElementsOf(upTo(3));
    }

    @Test
    void shouldWaitForAPollThatIsUnderWay() throws Exception {
        Pipeline<Event> pipeline = builder(Running.PARKING).build();
        Poller<Event> poller = pipeline.poller("poller");
        var gate = new Gate();
        pipeline.publishBatch(3, (event, index) -> event.value = index);
        Thread polling = start(() -> {
            int _ = poller.poll(1, gate);
        });
        gate.awaitEntered();
        assertThat(pipeline.close(Duration.ZERO).unhandled()).containsEntry("poller", 3L);
        assertThat(cleared).isEmpty();
        gate.open();
        awaitEnd(polling);
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(cleared).containsExactlyElementsOf(upTo(2));
        assertThat(poller.poll(1, gate)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotBeClearedIfTheirPublishingIsRefused(Running running) throws InterruptedException {
        Pipeline<Event> pipeline = builder(running)
                .stage("any", (event, sequence, endOfBatch) -> {})
                .build();
        Producer<Event> producer = pipeline.producer();
        EventClaim<Event> claim = producer.claim();
        claim.event().value = 7;
        pipeline.publish(value(8));
        assertThat(pipeline.close(Duration.ZERO).unpublished()).isOne();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(claim::publish);
        assertThat(cleared).containsExactly(8L);
    }
}
