package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Other tests have pipelines in this JVM, too. */
class LivePipelinesTest {
    private static final String NAME = "looked-at";

    private static PipelineBuilder<AtomicLong> named(String name) {
        return Pipeline.builder(AtomicLong::new).name(name).capacity(4);
    }

    private static boolean isListed(String name) {
        return Pipeline.live().keySet().stream().anyMatch(listed -> listed.startsWith(name));
    }

    @Test
    void shouldListAPipelineUntilItIsClosed() throws InterruptedException {
        try (Pipeline<AtomicLong> pipeline =
                named(NAME).stage("count", (event, sequence, end) -> {}).build()) {
            pipeline.publish((event, sequence) -> {});

            assertThat(Pipeline.live()).containsEntry(NAME, pipeline);
            assertThat(pipeline.stats().stages()).containsOnlyKeys("count");
        }

        assertThat(isListed(NAME)).isFalse();
    }

    @Test
    void shouldMakeNamesUniqueAndGiveOneToThoseWithout() {
        try (Pipeline<AtomicLong> first = named(NAME).build();
                Pipeline<AtomicLong> second = named(NAME).build();
                Pipeline<AtomicLong> third = Pipeline.builder(AtomicLong::new).build()) {
            assertThat(Pipeline.live()).containsEntry(NAME, first).containsValue(second);
            assertThat(Pipeline.live().entrySet())
                    .anyMatch(entry ->
                            entry.getValue().equals(third) && entry.getKey().matches("pipeline#\\d+"));
        }
    }

    @Test
    void shouldNotListAPipelineThatHasFailed() throws Exception {
        try (Pipeline<AtomicLong> pipeline = named("failing")
                .stage(Stage.<AtomicLong>of("fail", (event, sequence, end) -> {
                            throw new IllegalStateException("as intended");
                        })
                        .onFailure(FailurePolicy.stop()))
                .build()) {
            assertThat(Pipeline.live()).containsEntry("failing", pipeline);
            pipeline.publish((event, sequence) -> {});
            assertThat(pipeline.awaitTermination(Duration.ofSeconds(20))).isTrue();

            assertThat(isListed("failing")).isFalse();
        }
    }

    @Test
    void shouldListAPipelineWhoseHandlerDoesNotReturn() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Pipeline<AtomicLong> pipeline = named("stuck")
                .stage("stuck", (event, sequence, end) -> {
                    entered.countDown();
                    awaitUninterrupted(goOn);
                })
                .build();
        pipeline.publish((event, sequence) -> {});
        entered.await();
        assertThat(pipeline.close(Duration.ZERO).stuck()).isNotEmpty();
        assertThat(Pipeline.live()).containsEntry("stuck", pipeline);

        goOn.countDown();
        Await.until("the pipeline is listed no longer", () -> !isListed("stuck"));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // waits on
            }
        }
    }

    @Test
    void shouldListAPipelineOfWhichOnlyAProducerIsUsed() {
        Producer<AtomicLong> producer = named("used").daemon(true).build().producer();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }

        assertThat(Pipeline.live()).containsKey("used");
        assertThat(producer.remainingCapacity()).isPositive();
        Objects.requireNonNull(Pipeline.live().get("used")).close();
        assertThat(isListed("used")).isFalse();
    }
}
