package dev.ropewalk.pipeline;

import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.pipeline.stage.StageSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a stage of a pipeline is to be: its name, its handlers, what it comes after, and how it waits and fails. It is a
 * description, immutable, from which pipelines make stages of their own.
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="stage" :
 * Stage<Order> journal = Stage.of("journal", journaller)
 *         .after("decode")
 *         .waiting(WaitStrategy.busySpin())
 *         .pinnedTo(CpuSet.of(3));
 * }
 *
 * <p>Three shapes: {@linkplain #of one handler} gets every event; of {@linkplain #sharded shards} each gets the events of its
 * keys; of {@linkplain #workers workers} whichever is free gets the next one. In all of them an event is passed on when it and
 * all events before it are done, so that the next stages see the order of the ring.
 *
 * @param <E> the type of the events
 */
public final class Stage<E> {
    private final String name;
    private final StageSettings.Shape shape;
    private final int size;
    private final IntFunction<? extends EventHandler<? super E>> handlers;
    private final @Nullable ToLongFunction<? super E> key;
    private final @Nullable HandOver<EventHandler<? super E>> handOver;
    private final Options options;

    /** What has a default. */
    private record Options(
            Optional<List<String>> after,
            Optional<WaitStrategy> waiting,
            FailurePolicy policy,
            List<CpuSet> cpus,
            int maxBatch) {}

    private Stage(
            String name,
            StageSettings.Shape shape,
            int size,
            IntFunction<? extends EventHandler<? super E>> handlers,
            @Nullable ToLongFunction<? super E> key,
            @Nullable HandOver<EventHandler<? super E>> handOver,
            Options options) {
        this.name = name;
        this.shape = shape;
        this.size = size;
        this.handlers = handlers;
        this.key = key;
        this.handOver = handOver;
        this.options = options;
    }

    /** Returns a stage whose one handler gets every event. */
    public static <E> Stage<E> of(String name, EventHandler<? super E> handler) {
        Objects.requireNonNull(handler, "handler");
        return make(name, StageSettings.Shape.PLAIN, 1, number -> handler, null, null);
    }

    /**
     * Returns a stage that handles events of different keys at the same time, and those of one key in order. Which keys are
     * which shard's stays as it is: to have that {@linkplain Pipeline#rebalance changed}, say how
     * {@linkplain #sharded(String, int, ToLongFunction, IntFunction, HandOver) what handlers keep} of a key goes to another shard.
     *
     * @param shards how many, at least 1
     * @param key returns what events are told apart by: a number, or the {@code hashCode} of something else. Called by every shard
     *     for every event, so it must be quick, and its answer mustn't change while the stage has the event. What it throws is
     *     dealt with as if the handler of shard 0 had thrown it
     * @param handlers returns the handler of a shard, from 0
     * @throws IllegalArgumentException if {@code shards} isn't positive
     */
    public static <E> Stage<E> sharded(
            String name,
            int shards,
            ToLongFunction<? super E> key,
            IntFunction<? extends EventHandler<? super E>> handlers) {
        return make(name, StageSettings.Shape.SHARDED, shards, handlers, Objects.requireNonNull(key, "key"), null);
    }

    /**
     * As {@link #sharded(String, int, ToLongFunction, IntFunction)}, with shards that can hand keys over to each other.
     *
     * @param handOver moves what a handler keeps of keys that go to another shard; {@link HandOver#nothing} if it keeps nothing
     * @param <H> the type of the handlers
     * @throws IllegalArgumentException if {@code shards} isn't positive
     */
    public static <E, H extends EventHandler<? super E>> Stage<E> sharded(
            String name,
            int shards,
            ToLongFunction<? super E> key,
            IntFunction<? extends H> handlers,
            HandOver<? super H> handOver) {
        Objects.requireNonNull(handOver, "handOver");
        return make(
                name,
                StageSettings.Shape.SHARDED,
                shards,
                handlers,
                Objects.requireNonNull(key, "key"),
                untyped(handOver));
    }

    @SuppressWarnings("unchecked") // It gets only handlers that the stage's own function has made.
    private static <E, H extends EventHandler<? super E>> HandOver<EventHandler<? super E>> untyped(
            HandOver<? super H> handOver) {
        return (from, to, keys) -> handOver.move((H) from, (H) to, keys);
    }

    /**
     * Returns a stage of several workers, each of which takes the next events that no other has taken.
     *
     * @param workers how many, at least 1
     * @param handlers returns the handler of a worker, from 0
     * @throws IllegalArgumentException if {@code workers} isn't positive
     */
    public static <E> Stage<E> workers(
            String name, int workers, IntFunction<? extends EventHandler<? super E>> handlers) {
        return make(name, StageSettings.Shape.WORKERS, workers, handlers, null, null);
    }

    private static <E> Stage<E> make(
            String name,
            StageSettings.Shape shape,
            int size,
            IntFunction<? extends EventHandler<? super E>> handlers,
            @Nullable ToLongFunction<? super E> key,
            @Nullable HandOver<EventHandler<? super E>> handOver) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(handlers, "handlers");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a stage needs a name, not \"" + Names.shown(name) + "\"");
        }
        if (size < 1) {
            throw new IllegalArgumentException("stage " + name + " needs at least 1 handler, not " + size);
        }
        var options = new Options(Optional.empty(), Optional.empty(), FailurePolicy.skip(), List.of(), 0);
        return new Stage<>(name, shape, size, handlers, key, handOver, options);
    }

    /**
     * Returns a copy that handles an event when all of these stages are done with it, in place of those added to the builder
     * just before; without any, as soon as it is published.
     */
    public Stage<E> after(String... stages) {
        return with(new Options(
                Optional.of(Nulls.copy(stages, "stages")),
                options.waiting,
                options.policy,
                options.cpus,
                options.maxBatch));
    }

    /** Returns a copy that waits for events in another way than the pipeline's default. */
    public Stage<E> waiting(WaitStrategy strategy) {
        return with(new Options(
                options.after,
                Optional.of(Objects.requireNonNull(strategy, "strategy")),
                options.policy,
                options.cpus,
                options.maxBatch));
    }

    /** Returns a copy with another policy for what its handlers throw than to {@linkplain FailurePolicy#skip skip} the event, here and in the stages behind. */
    public Stage<E> onFailure(FailurePolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return with(new Options(options.after, options.waiting, policy, options.cpus, options.maxBatch));
    }

    /**
     * Returns a copy whose threads are kept on CPUs: the first on the first set, and so on.
     *
     * @param cpus one set for each handler
     * @throws IllegalArgumentException if there are more or fewer sets than handlers
     */
    public Stage<E> pinnedTo(CpuSet... cpus) {
        List<CpuSet> sets = Nulls.copy(cpus, "cpus");
        if (sets.size() != size) {
            throw new IllegalArgumentException(
                    "stage " + name + " has " + size + " handlers, but CPUs for " + sets.size() + " are given");
        }
        return with(new Options(options.after, options.waiting, options.policy, sets, options.maxBatch));
    }

    /**
     * Returns a copy that passes events on, and frees their places, after at most so many. The default is a quarter of the
     * ring.
     *
     * @throws IllegalArgumentException if it isn't positive
     */
    public Stage<E> maxBatch(int events) {
        if (events < 1) {
            throw new IllegalArgumentException(
                    "the largest batch of stage " + name + " must be at least 1, not " + events);
        }
        return with(new Options(options.after, options.waiting, options.policy, options.cpus, events));
    }

    private Stage<E> with(Options changed) {
        return new Stage<>(name, shape, size, handlers, key, handOver, changed);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the names of the stages that it comes after, empty for whatever was added before. */
    Optional<List<String>> dependencies() {
        return options.after;
    }

    StageSettings<E> settings() {
        return new StageSettings<>(
                name,
                shape,
                size,
                handlers,
                key,
                handOver,
                options.waiting.map(WaitStrategy::settings).orElse(null),
                options.policy,
                options.cpus,
                options.maxBatch);
    }

    @Override
    public String toString() {
        return name;
    }
}
