package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A handler that was told of its beginning is told of its end, however that comes. */
class EndOfHandlersTest extends PipelineTests {
    private final List<String> told = new CopyOnWriteArrayList<>();

    private EventHandler<Event> handler() {
        return new EventHandler<>() {
            @Override
            public void onEvent(Event event, long sequence, boolean endOfBatch) {
                told.add("event " + sequence);
            }

            @Override
            public void onStart() {
                told.add("start");
            }

            @Override
            public void onStop() {
                told.add("stop");
            }
        };
    }

    @Test
    void shouldTellAStrandWhoseSchedulerIsClosed() throws InterruptedException {
        Pipeline<Event> pipeline =
                Running.STRAND.builder(scheduler).stage("any", handler()).build();
        pipeline.publish(value(1));
        Await.until(
                "it is handled",
                () -> stats(pipeline, "any").lag() == 0
                        && stats(pipeline, "any").stalls() > 0);
        scheduler.close();
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(() -> {
            while (true) {
                pipeline.publish(value(2));
            }
        });
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(told).containsExactly("start", "event 0", "stop");
    }

    @Test
    void shouldTellAThreadWhoseIdleStrategyThrows() throws InterruptedException {
        IdleStrategy broken = new IdleStrategy() {
            @Override
            public void idle() {
                throw new IllegalStateException("can't wait");
            }

            @Override
            public void reset() {}
        };
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .stage(Stage.<Event>of("any", handler()).waiting(WaitStrategy.polling(() -> broken)))
                .build();
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(pipeline.failure().orElseThrow()).hasMessage("can't wait");
        assertThat(told).containsExactly("start", "stop");
    }

    @Test
    void shouldEndOnceWhenAHandlerStopsThePipeline() throws InterruptedException {
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .onFailure(failure -> {})
                .stage("any", handler())
                .stage(Stage.<Event>of("stops", (event, sequence, endOfBatch) -> {
                            throw new IllegalStateException("enough");
                        })
                        .onFailure(FailurePolicy.stop()))
                .build();
        pipeline.publish(value(1));
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        assertThat(pipeline.close(Duration.ZERO).stuck()).isEmpty();
        assertThat(told).containsExactly("start", "event 0", "stop");
    }
}
