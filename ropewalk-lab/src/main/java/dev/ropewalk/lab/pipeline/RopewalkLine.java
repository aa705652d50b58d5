package dev.ropewalk.lab.pipeline;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Optional;

/** Ropewalk's pipelines, with a thread or a strand for each handler. */
final class RopewalkLine implements Line {
    private final Optional<Scheduler> scheduler;
    private final Pipeline<Event> pipeline;

    private RopewalkLine(Lanes lanes, int capacity, WaitStrategy strategy, Optional<Scheduler> scheduler) {
        this.scheduler = scheduler;
        PipelineBuilder<Event> builder =
                Pipeline.<Event>builder(Event::new).capacity(capacity).waiting(strategy);
        if (scheduler.isPresent()) {
            builder = builder.scheduler(scheduler.get());
        }
        Graph graph = lanes.graph();
        builder = builder.singleProducer(graph.producers() == 1);
        for (int place = 0; place < graph.stages().size(); place++) {
            builder = builder.stage(stage(graph.stages().get(place), place, lanes.of(place)));
        }
        pipeline = builder.build();
    }

    /** Returns a pipeline whose handlers have threads that wait for events in some way. */
    static RopewalkLine onThreads(Lanes lanes, int capacity, WaitStrategy strategy) {
        return new RopewalkLine(lanes, capacity, strategy, Optional.empty());
    }

    /** Returns a pipeline whose handlers are strands of a scheduler with a worker for each core. */
    static RopewalkLine onStrands(Lanes lanes, int capacity) {
        return new RopewalkLine(
                lanes,
                capacity,
                WaitStrategy.strand(),
                Optional.of(Scheduler.builder().build()));
    }

    private static Stage<Event> stage(Step step, int place, List<Lane> lanes) {
        Stage<Event> stage = switch (step.deal()) {
            case ALL -> Stage.of(name(place), handler(lanes.getFirst()));
            case BY_KEY ->
                Stage.sharded(name(place), step.width(), event -> event.key, index -> handler(lanes.get(index)));
            case ANY -> Stage.workers(name(place), step.width(), index -> handler(lanes.get(index)));
        };
        return stage.after(step.after().stream().map(RopewalkLine::name).toArray(String[]::new));
    }

    private static EventHandler<Event> handler(Lane lane) {
        return (event, sequence, endOfBatch) -> lane.on(event);
    }

    private static String name(int place) {
        return "stage-" + place;
    }

    @Override
    public Publisher publisher() {
        Producer<Event> producer = pipeline.producer();
        return (number, key, time) -> {
            EventClaim<Event> claim = producer.claim();
            claim.event().set(number, key, time);
            claim.publish();
        };
    }

    @Override
    public void close() {
        pipeline.close();
        scheduler.ifPresent(Scheduler::close);
    }
}
