package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A hook that clears events may not wait for what waits for it, whichever thread calls it. */
class ClearingForItselfTest extends PipelineTests {
    /** What the hook waits for. */
    enum Wait {
        ROOM,
        ROOM_FOR_A_TIME,
        ROOM_FOR_A_CLAIM,
        TERMINATION,
        CLOSE;

        void await(Pipeline<Event> pipeline) throws InterruptedException {
            switch (this) {
                case ROOM -> pipeline.publish(value(9));
                case ROOM_FOR_A_TIME -> pipeline.publish(value(9), LONG);
                case ROOM_FOR_A_CLAIM -> pipeline.producer().claim(2).abort();
                case TERMINATION -> pipeline.awaitTermination(LONG);
                case CLOSE -> pipeline.close(LONG);
            }
        }
    }

    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final AtomicReference<Pipeline<Event>> self = new AtomicReference<>();

    private Pipeline<Event> build(Wait wait) {
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .name("tidy")
                .capacity(2)
                .clear(event -> {
                    try {
                        wait.await(Objects.requireNonNull(self.get()));
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                })
                .build();
        self.set(pipeline);
        return pipeline;
    }

    private void assertRefused(int times) {
        Await.until("the hook was refused for each event", () -> thrown.size() == times);
        assertThat(thrown)
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the hook that clears events would wait for itself")
                        .hasMessageEndingWith("of its own pipeline tidy"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedInAThreadThatTakesAStageOut(Wait wait) throws Exception {
        Pipeline<Event> pipeline = build(wait);
        Poller<Event> quick = pipeline.poller("quick");
        Poller<Event> slow = pipeline.poller("slow");
        pipeline.publishBatch(2, (event, index) -> event.value = index);
        assertThat(quick.poll(2, (event, sequence, endOfBatch) -> {})).isEqualTo(2);
        Thread closer = start(slow::close);
        assertRefused(2);
        awaitEnd(closer);
        assertThat(pipeline.remainingCapacity()).isEqualTo(2);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"TERMINATION", "CLOSE"})
    void shouldBeRefusedInTheThreadThatCloses(Wait wait) throws InterruptedException {
        Pipeline<Event> pipeline = build(wait);
        Poller<Event> never = pipeline.poller("never");
        pipeline.publishBatch(2, (event, index) -> event.value = index);
        Thread closer = start(() -> pipeline.close(Duration.ZERO));
        assertRefused(2);
        awaitEnd(closer);
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        never.close();
    }
}
