package dev.ropewalk.pipeline;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.pipeline.flow.EventSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events of a pipeline. Each subscriber is a stage of it, added by {@code subscribe} as {@link Pipeline#add} does, and taken out when it
 * cancels. So all subscribers get the events that are claimed after they have subscribed, in the order of the ring.
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="publisher" :
 * pipeline.publisher("web", Order::customer).after("decode").subscribe(customers);
 * }
 *
 * <p>Demand reaches the ring: an event is taken, and mapped, when it was requested, and the stages behind may see it, or its place is used
 * again, when {@code onNext} has returned. A subscriber that requests nothing holds producers up as a slow stage does; it costs
 * no thread meanwhile.
 *
 * <p>A subscriber is like a handler: one that waits, in {@code onNext}, for room or for the end of this very pipeline waits for itself. That isn't noticed there; in the
 * mapper it is.
 *
 * <p>When the pipeline is closed, the subscriber gets {@code onComplete} behind the last event: closing waits for it, like for any stage. If the time is up before,
 * it gets {@code onError} with a {@link PipelineClosedException}; if the pipeline has failed, with that failure, at once. What
 * the mapper throws, and a {@link NullPointerException} if it returns null, goes to {@code onError}, too, and the stage is taken out. A stage that can't be added, because the pipeline has ended, or
 * another is missing, is told by {@code onError}, too. What a subscriber throws cancels it and is logged.
 *
 * <p>It is a description, immutable and thread-safe. What a handler of a stage before did to an event happens-before the mapper's
 * call, and that before {@code onNext}.
 *
 * @param <T> the type of the elements
 */
public final class EventPublisher<T> implements Flow.Publisher<T> {
    private final Stages<?, T> stages;
    private final List<String> after;
    private final @Nullable Executor executor;

    /** Makes the stages of subscribers. */
    private record Stages<E, T>(EventSource<E, T> source, String name, AtomicInteger subscribers) {
        void subscribe(
                List<String> after,
                @Nullable Executor executor,
                Flow.Subscriber<? super T> subscriber,
                boolean isOnly) {
            int number = subscribers.incrementAndGet();
            Stage<E> stage = Stage.of(number == 1 ? name : name + "-" + number, (event, sequence, endOfBatch) -> {});
            source.subscribe(stage.settings(), after, executor, subscriber, isOnly);
        }
    }

    <E> EventPublisher(EventSource<E, T> source, String name) {
        this(
                new Stages<>(
                        source, Stage.<E>of(name, (event, sequence, end) -> {}).name(), new AtomicInteger()),
                List.of(),
                null);
    }

    private EventPublisher(Stages<?, T> stages, List<String> after, @Nullable Executor executor) {
        this.stages = stages;
        this.after = after;
        this.executor = executor;
    }

    /** Returns a copy whose subscribers get an event when all of these stages are done with it, and not as soon as it is published. */
    public EventPublisher<T> after(String... before) {
        return new EventPublisher<>(stages, Nulls.copy(before, "before"), executor);
    }

    /**
     * Returns a copy that calls mapper and subscribers by an executor, each subscriber by one call at a time. The default is the scheduler
     * on which the thread runs that subscribes, or else the JDK's common pool.
     *
     * @param by a strand, an event loop, virtual threads. A scheduler has a strand for each subscriber
     */
    public EventPublisher<T> on(Executor by) {
        return new EventPublisher<>(stages, after, Objects.requireNonNull(by, "by"));
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        StackRoom.require();
        stages.subscribe(after, executor, Objects.requireNonNull(subscriber, "subscriber"), false);
    }

    /**
     * Connects the pipeline to a sink, which it can't do without: when the sink cancels or throws, or the mapper throws, the pipeline fails, and its producers
     * are told by a {@link PipelineClosedException}.
     */
    public void to(Flow.Subscriber<? super T> sink) {
        StackRoom.require();
        stages.subscribe(after, executor, Objects.requireNonNull(sink, "sink"), true);
    }
}
