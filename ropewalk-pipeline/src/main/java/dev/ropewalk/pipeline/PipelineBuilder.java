package dev.ropewalk.pipeline;

import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.StageAttacher;
import dev.ropewalk.pipeline.stage.StageGraph;
import dev.ropewalk.pipeline.stage.Stages;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Builds a pipeline; read from top to bottom it is the graph of the stages. What is added comes after what was added just
 * before, unless a stage {@linkplain Stage#after says otherwise}:
 *
 * {@snippet :
 * Pipeline<Order> pipeline = Pipeline.builder(Order::new)
 *         .capacity(4096)
 *         .stage("decode", decoder)
 *         .parallel(journaller, replicator) // a diamond: both after decoding,
 *         .then(books)                      // and this after both
 *         .build();
 * }
 *
 * <p>Not thread-safe. It may build once.
 *
 * @param <E> the type of the events
 */
public final class PipelineBuilder<E> {
    private static final int DEFAULT_CAPACITY = 1024;
    private static final int MAX_CAPACITY = 1 << 30;

    private final Supplier<? extends E> events;
    private final Map<String, Stage<E>> stages = new LinkedHashMap<>();
    private final Map<String, List<String>> after = new LinkedHashMap<>();
    private List<String> last = List.of();
    private int lastNumber;
    private String name = "pipeline";
    private int capacity = DEFAULT_CAPACITY;
    private boolean single;
    private boolean built;
    private WaitSettings producerWaiting = WaitStrategy.parking().producerSettings();
    private @Nullable WaitStrategy waiting;
    private @Nullable Scheduler scheduler;
    private @Nullable ThreadFactory threads;
    private @Nullable Consumer<? super E> clear;
    private @Nullable Consumer<? super Failure> failures;
    private boolean daemon;

    PipelineBuilder(Supplier<? extends E> events) {
        this.events = Objects.requireNonNull(events, "events");
    }

    /**
     * Sets the name, which is in threads' names, in the log and in messages; "pipeline" by default.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public PipelineBuilder<E> name(String pipeline) {
        name = Names.checked(pipeline, "pipeline");
        return this;
    }

    /**
     * Sets how many events the ring has; 1024 by default.
     *
     * @throws IllegalArgumentException if it isn't a power of two from 1 to 2^30
     */
    public PipelineBuilder<E> capacity(int events) {
        if (events < 1 || events > MAX_CAPACITY || Integer.bitCount(events) != 1) {
            throw new IllegalArgumentException(
                    "the capacity of a ring must be a power of two from 1 to 2^30, not " + events + nearest(events));
        }
        capacity = events;
        return this;
    }

    private static String nearest(int events) {
        return events > 1 && events < MAX_CAPACITY ? "; the next is " + Integer.highestOneBit(events) * 2 : "";
    }

    /** Says that only one thread at a time publishes, which is faster; several may by default. */
    public PipelineBuilder<E> singleProducer() {
        single = true;
        return this;
    }

    /** Sets how stages wait for events: {@link WaitStrategy#strand} if there is a scheduler, else parking, by default. */
    public PipelineBuilder<E> waiting(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
        return this;
    }

    /**
     * Sets how producers wait for room, those that don't say otherwise; parking by default.
     *
     * @throws IllegalArgumentException if it is {@link WaitStrategy#strand}
     */
    public PipelineBuilder<E> producerWaiting(WaitStrategy strategy) {
        producerWaiting = Objects.requireNonNull(strategy, "strategy").producerSettings();
        return this;
    }

    /** Sets the scheduler whose strands are the stages, unless they wait in another way. The pipeline doesn't close it. */
    public PipelineBuilder<E> scheduler(Scheduler strands) {
        scheduler = Objects.requireNonNull(strands, "strands");
        return this;
    }

    /** Sets what makes the threads of stages that aren't strands; platform threads by default, see {@link #daemon}. */
    public PipelineBuilder<E> threadFactory(ThreadFactory factory) {
        threads = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /**
     * Sets whether the JVM may end while the pipeline is open. By default it may not: the threads of stages keep it alive until
     * they end. Of stages that are strands it is the scheduler that does, and with a {@linkplain #threadFactory thread
     * factory} what that makes.
     */
    public PipelineBuilder<E> daemon(boolean mayEnd) {
        daemon = mayEnd;
        return this;
    }

    /**
     * Sets what is done with each event when all stages are done with it, such as dropping its references, before its place is
     * used again. Aborted claims count, too. Called by whichever stage is last, for one event at a time.
     *
     * <p>When the pipeline ends, because it is closed or has failed, published events that not all stages have handled are
     * cleared as well, as soon as no handler runs any more that might use them: so whoever waits for an answer to one can be
     * told. An event whose publishing is refused isn't cleared: who publishes is told by the exception.
     */
    public PipelineBuilder<E> clear(Consumer<? super E> hook) {
        clear = Objects.requireNonNull(hook, "hook");
        return this;
    }

    /**
     * Sets who is told what handlers throw, in the stage's thread or strand. By default it is logged as a warning that
     * names the pipeline, at a limited rate: ten at once, then one a second, which counts those that were held back.
     */
    public PipelineBuilder<E> onFailure(Consumer<? super Failure> listener) {
        failures = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Adds a stage of one handler. */
    public PipelineBuilder<E> stage(String stage, EventHandler<? super E> handler) {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(handler, "handler");
        return stage(Stage.of(stage, handler));
    }

    /** Adds a stage. */
    public PipelineBuilder<E> stage(Stage<E> stage) {
        return group(List.of(Objects.requireNonNull(stage, "stage")));
    }

    /** Adds a stage of one handler, without giving it a name. */
    public PipelineBuilder<E> then(EventHandler<? super E> handler) {
        Objects.requireNonNull(handler, "handler");
        return stage(nextName(), handler);
    }

    /** Adds stages that don't wait for each other. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final PipelineBuilder<E> parallel(EventHandler<? super E>... handlers) {
        var group = new ArrayList<Stage<E>>();
        for (EventHandler<? super E> handler : Nulls.copy(handlers, "handlers")) {
            group.add(Stage.of(nextName(), handler));
        }
        return group(group);
    }

    /** Adds stages that don't wait for each other. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final PipelineBuilder<E> parallel(Stage<E>... group) {
        return group(Nulls.copy(group, "group"));
    }

    /** Adds a stage of shards; see {@link Stage#sharded}. */
    public PipelineBuilder<E> sharded(
            int shards, ToLongFunction<? super E> key, IntFunction<? extends EventHandler<? super E>> handlers) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(handlers, "handlers");
        return stage(Stage.sharded(nextName(), shards, key, handlers));
    }

    /** Adds a stage of workers; see {@link Stage#workers}. */
    public PipelineBuilder<E> workers(int workers, IntFunction<? extends EventHandler<? super E>> handlers) {
        Objects.requireNonNull(handlers, "handlers");
        return stage(Stage.workers(nextName(), workers, handlers));
    }

    private String nextName() {
        do {
            lastNumber = Math.max(lastNumber, stages.size()) + 1;
        } while (stages.containsKey("stage-" + lastNumber));
        return "stage-" + lastNumber;
    }

    private PipelineBuilder<E> group(List<Stage<E>> group) {
        if (group.isEmpty()) {
            throw new IllegalArgumentException("parallel needs at least one stage");
        }
        var names = new ArrayList<String>();
        for (Stage<E> stage : group) {
            if (stages.putIfAbsent(stage.name(), stage) != null) {
                throw new IllegalArgumentException("there are two stages of the name " + stage.name());
            }
            after.put(stage.name(), stage.dependencies().orElse(last));
            names.add(stage.name());
        }
        last = List.copyOf(names);
        return this;
    }

    /**
     * Builds the pipeline and starts its stages.
     *
     * @throws IllegalArgumentException if a stage comes after one that there isn't, or stages come after each other in a circle, or
     *     a stage is to be a strand without a scheduler, or to be pinned to CPUs that it may not use
     * @throws IllegalStateException if this builder has built before
     * @throws dev.ropewalk.cpu.PinningUnavailableException if a stage can't be pinned here
     */
    public Pipeline<E> build() {
        if (built) {
            throw new IllegalStateException("this builder has built the pipeline " + name + " already");
        }
        List<String> order = StageGraph.inOrder(after);
        built = true;
        Sequencer sequencer = single ? new SingleProducerSequencer(capacity) : new MultiProducerSequencer(capacity);
        var ring = new Ring<E>(capacity, events);
        var log = new FailureLog(name, failures, Parking::now);
        var waiters = new CapacityWaiters(sequencer);
        var context = new PipelineContext<E>(
                name,
                ring,
                sequencer,
                waiters,
                new Lifecycle(name),
                log,
                new Stages<>(),
                clear == null ? null : new EventClearer<>(ring, sequencer, clear, log),
                scheduler,
                threads != null ? threads : threadsNamedAfter(name, daemon),
                new ProducerRegistry(sequencer, waiters));
        WaitStrategy stageWaiting =
                waiting != null ? waiting : scheduler != null ? WaitStrategy.strand() : WaitStrategy.parking();
        var attacher = new StageAttacher<E>(context, stageWaiting.settings());
        var pipeline = new Pipeline<>(context, attacher, producerWaiting, single);
        attacher.attachFirst(
                order.stream()
                        .map(stages::get)
                        .map(stage -> Objects.requireNonNull(stage).settings())
                        .toList(),
                after);
        return pipeline;
    }

    private static ThreadFactory threadsNamedAfter(String pipeline, boolean daemon) {
        return Thread.ofPlatform().daemon(daemon).name(pipeline + "-", 1).factory();
    }
}
