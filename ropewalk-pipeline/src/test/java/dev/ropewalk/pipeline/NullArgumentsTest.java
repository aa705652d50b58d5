package dev.ropewalk.pipeline;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest extends PipelineTests {
    private final Stage<Event> stage = Stage.of("first", (event, sequence, endOfBatch) -> {});

    @AutoClose
    private final Pipeline<Event> pipeline =
            Pipeline.builder(Event::new).capacity(8).stage(stage).build();

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(WaitStrategy.class, WaitStrategy.parking())
            .sample(FailurePolicy.class, FailurePolicy.skip())
            .sample(Stage.class, stage);

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(Pipeline.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByBuilders() throws Exception {
        nulls.on(PipelineBuilder.class, Pipeline.builder(Event::new))
                .on(Stage.class, stage.pinnedTo(CpuSet.of(0)))
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByPipelines() throws Exception {
        try (Pipeline<Event> single = Pipeline.builder(Event::new)
                        .capacity(8)
                        .singleProducer(true)
                        .build();
                Poller<Event> poller = pipeline.poller("poller");
                Producer<Event> producer = pipeline.producer()) {
            nulls.on(Pipeline.class, pipeline, single)
                    .on(Producer.class, producer)
                    .on(Poller.class, poller)
                    .on(EventPublisher.class, pipeline.publisher("flow", Event::value))
                    .assertAllNamed();
        }
    }
}
