package dev.ropewalk.pipeline;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Inventory;
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
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Builds a pipeline; read from top to bottom it is the graph of the stages. What is added comes after what was added just
 * before, unless a stage {@linkplain Stage#after says otherwise}:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="builder" :
 * Pipeline<Order> pipeline = Pipeline.builder(Order::new)
 *         .capacity(4096)
 *         .stage("decode", decoder)
 *         .parallel(journaller, replicator) // a diamond: both after decoding,
 *         .then(books) // and this after both
 *         .build();
 * }
 *
 * <p>Immutable: each method returns a changed copy. A builder can build several pipelines; a handler that it was given as an object
 * is then in all of them.
 *
 * @param <E> the type of the events
 */
@CheckReturnValue
public final class PipelineBuilder<E> {
    private static final int DEFAULT_CAPACITY = 1024;
    private static final int MAX_CAPACITY = 1 << 30;

    private final Supplier<? extends E> events;
    private final Settings<E> settings;

    /** What can be set, with its defaults. */
    private static final class Settings<E> extends BuilderSettings<Settings<E>> {
        StageList<E> stages = StageList.empty();

        @Nullable
        String name;

        int capacity = DEFAULT_CAPACITY;
        boolean single;
        WaitSettings producerWaiting = WaitStrategy.parking().producerSettings();

        @Nullable
        WaitStrategy waiting;

        @Nullable
        Scheduler scheduler;

        @Nullable
        ThreadFactory threads;

        @Nullable
        Consumer<? super E> clear;

        @Nullable
        Consumer<? super Failure> failures;

        boolean daemon;
    }

    PipelineBuilder(Supplier<? extends E> events) {
        this(Objects.requireNonNull(events, "events"), new Settings<>());
    }

    private PipelineBuilder(Supplier<? extends E> events, Settings<E> settings) {
        this.events = events;
        this.settings = settings;
    }

    private PipelineBuilder<E> with(Consumer<Settings<E>> change) {
        return new PipelineBuilder<>(events, settings.with(change));
    }

    /**
     * Sets the name, which is in threads' names, in the log and in messages, "pipeline" by default, and by which the pipeline is
     * {@linkplain Pipeline#live listed}.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public PipelineBuilder<E> name(String pipeline) {
        return with(changed -> changed.name = Names.checked(pipeline, "pipeline"));
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
        return with(changed -> changed.capacity = events);
    }

    private static String nearest(int events) {
        return events > 1 && events < MAX_CAPACITY ? "; the next is " + Integer.highestOneBit(events) * 2 : "";
    }

    /** Sets whether only one thread at a time publishes, which is faster; by default several may. */
    public PipelineBuilder<E> singleProducer(boolean value) {
        return with(changed -> changed.single = value);
    }

    /** Sets how stages wait for events: {@link WaitStrategy#strand} if there is a scheduler, else parking, by default. */
    public PipelineBuilder<E> waiting(WaitStrategy strategy) {
        return with(changed -> changed.waiting = Objects.requireNonNull(strategy, "strategy"));
    }

    /**
     * Sets how producers wait for room, those that don't say otherwise; parking by default.
     *
     * @throws IllegalArgumentException if it is {@link WaitStrategy#strand} or {@link WaitStrategy#inline}
     */
    public PipelineBuilder<E> producerWaiting(WaitStrategy strategy) {
        return with(changed -> changed.producerWaiting =
                Objects.requireNonNull(strategy, "strategy").producerSettings());
    }

    /**
     * Sets the scheduler whose strands are the stages, unless they wait in another way. The pipeline doesn't close it. It must be
     * closed after the pipeline: an idle pipeline finds out that its scheduler is closed by the next event, which was accepted then
     * and is among those left in the close report.
     */
    public PipelineBuilder<E> scheduler(Scheduler strands) {
        return with(changed -> changed.scheduler = Objects.requireNonNull(strands, "strands"));
    }

    /** Sets what makes the threads of stages that aren't strands; platform threads by default, see {@link #daemon}. */
    public PipelineBuilder<E> threadFactory(ThreadFactory factory) {
        return with(changed -> changed.threads = Objects.requireNonNull(factory, "factory"));
    }

    /**
     * Sets whether the JVM may end while the pipeline is open. By default it may not: the threads of stages keep it alive until
     * they end. Of stages that are strands it is the scheduler that does, and with a {@linkplain #threadFactory thread
     * factory} what that makes.
     */
    public PipelineBuilder<E> daemon(boolean mayEnd) {
        return with(changed -> changed.daemon = mayEnd);
    }

    /**
     * Sets what is done with each event when all stages are done with it, such as dropping its references, before its place is
     * used again. Aborted claims count, too. Called by the stage that is last, for one event at a time. It may
     * publish, but not wait for room or for the end of this pipeline, which wait for it: that is refused.
     *
     * <p>When the pipeline ends, because it is closed or has failed, published events that not all stages have handled are
     * cleared as well, as soon as no handler runs any more that might use them: so threads that wait for an answer to one can be
     * told. An event whose publishing is refused isn't cleared: the exception tells its publisher.
     *
     * <p>What passes while there is no stage isn't cleared, or not for sure. When the last stage is removed, producers wait until all
     * that it has done is cleared.
     */
    public PipelineBuilder<E> clear(Consumer<? super E> hook) {
        return with(changed -> changed.clear = Objects.requireNonNull(hook, "hook"));
    }

    /**
     * Sets a listener for what handlers throw, called in the stage's thread or strand. By default it is logged as a warning that
     * names the pipeline, at a limited rate: ten at once, then one a second, which counts those that were held back.
     */
    public PipelineBuilder<E> onFailure(Consumer<? super Failure> listener) {
        return with(changed -> changed.failures = Objects.requireNonNull(listener, "listener"));
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
        List<EventHandler<? super E>> all = Nulls.copy(handlers, "handlers");
        List<String> names = settings.stages.freeNames(all.size());
        var group = new ArrayList<Stage<E>>();
        for (int i = 0; i < all.size(); i++) {
            group.add(Stage.of(names.get(i), all.get(i)));
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
        return settings.stages.freeNames(1).getFirst();
    }

    private PipelineBuilder<E> group(List<Stage<E>> group) {
        if (group.isEmpty()) {
            throw new IllegalArgumentException("parallel needs at least one stage");
        }
        StageList<E> more = settings.stages.with(group);
        return with(changed -> changed.stages = more);
    }

    /**
     * Builds the pipeline and starts its stages.
     *
     * @throws IllegalArgumentException if a stage comes after one that there isn't, or stages come after each other in a circle, or
     *     a stage is to be a strand without a scheduler, or inline though it comes first or has several handlers, or to be pinned to CPUs
     *     that it may not use
     * @throws dev.ropewalk.cpu.PinningUnavailableException if a stage can't be pinned here
     */
    public Pipeline<E> build() {
        Settings<E> its = settings;
        String name = its.name == null ? "pipeline" : its.name;
        Map<String, List<String>> after = its.stages.after();
        List<String> order = StageGraph.inOrder(after);
        Sequencer sequencer =
                its.single ? new SingleProducerSequencer(its.capacity) : new MultiProducerSequencer(its.capacity);
        var ring = new Ring<E>(its.capacity, events);
        var log = new FailureLog(name, its.failures, Parking::now);
        var waiters = new CapacityWaiters(sequencer);
        var context = new PipelineContext<E>(
                name,
                ring,
                sequencer,
                waiters,
                new Lifecycle(name, sequencer),
                log,
                new Stages<>(),
                its.clear == null ? null : new EventClearer<>(ring, sequencer, its.clear, log),
                its.scheduler,
                its.threads != null ? its.threads : threadsNamedAfter(name, its.daemon),
                new ProducerRegistry(sequencer, waiters));
        WaitStrategy stageWaiting = its.waiting != null
                ? its.waiting
                : its.scheduler != null ? WaitStrategy.strand() : WaitStrategy.parking();
        var attacher = new StageAttacher<E>(context, stageWaiting.settings());
        var pipeline = new Pipeline<>(context, attacher, its.producerWaiting, its.single);
        Inventory.Entry<?> place = pipeline.place(its.name);
        attacher.attachFirst(
                order.stream().map(its.stages::get).map(Stage::settings).toList(), after);
        Steps.noteOpened(context.lifecycle());
        Steps.enterUnlessSimulated(place);
        return pipeline;
    }

    private static ThreadFactory threadsNamedAfter(String pipeline, boolean daemon) {
        Scheduler simulated = Steps.simulatedScheduler();
        if (simulated == null) {
            return Thread.ofPlatform().daemon(daemon).name(pipeline + "-", 1).factory();
        }
        var number = new AtomicInteger();
        return body -> {
            Thread thread = simulated.threadFactory().newThread(body);
            thread.setName(pipeline + "-" + number.incrementAndGet());
            return thread;
        };
    }
}
