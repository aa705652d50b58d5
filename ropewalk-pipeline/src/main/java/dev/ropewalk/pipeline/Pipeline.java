package dev.ropewalk.pipeline;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.pipeline.flow.EventSource;
import dev.ropewalk.pipeline.flow.PublishingSink;
import dev.ropewalk.pipeline.publish.OwnedProducer;
import dev.ropewalk.pipeline.publish.Publisher;
import dev.ropewalk.pipeline.publish.SharedProducer;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Balancer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.RunningStage;
import dev.ropewalk.pipeline.stage.Shutdown;
import dev.ropewalk.pipeline.stage.StageAttacher;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.TimedCloseable;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An assembly line: a ring of events that are made once and used again and again, and a graph of stages through which each
 * event passes, in the order in which events were published.
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="overview" :
 * try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
 *         .capacity(4096)
 *         .stage("decode", (order, sequence, endOfBatch) -> order.decode())
 *         .parallel(journaller, replicator)
 *         .then(books)
 *         .build()) {
 *     pipeline.publish((order, sequence) -> order.read(bytes));
 * }
 * }
 *
 * <p>Each stage runs in a thread of its own, or as a strand of a {@link dev.ropewalk.scheduler.Scheduler}, and takes all events
 * that are ready as one batch. Nothing is allocated or copied on the way. Any thread may publish by the methods of this class,
 * unless the pipeline was built for a {@linkplain PipelineBuilder#singleProducer single producer}; a {@link Producer} of one's
 * own is faster, and can claim events without a translator. All other methods may be called from any thread.
 *
 * <p>An open pipeline keeps the JVM alive, unless it is built as a {@linkplain PipelineBuilder#daemon daemon}: by its stages'
 * threads, or by its scheduler.
 *
 * <p>Memory effects: what a thread did before it published an event happens-before each stage's handling of it, and that
 * happens-before the handling by the stages behind. A handler's events happen-before each other.
 *
 * <p>The idea, a ring with sequences and barriers instead of queues, is the LMAX Disruptor's (Thompson, Farley, Barker, Gee and
 * Stewart, 2011).
 *
 * @param <E> the type of the events
 */
public final class Pipeline<E> implements EventSink<E>, TimedCloseable {
    private static final Inventory<Pipeline<?>> LIVE = new Inventory<>("pipeline");

    private final PipelineContext<E> context;
    private final WaitSettings producerWaiting;
    private final boolean single;

    /** What this class publishes by: the only producer, or a producer that threads share. */
    private final Publisher<E> publisher;

    private final StageAttacher<E> attacher;
    private final Shutdown<E> shutdown;

    Pipeline(PipelineContext<E> context, StageAttacher<E> attacher, WaitSettings producerWaiting, boolean single) {
        this.context = context;
        this.producerWaiting = producerWaiting;
        this.single = single;
        this.attacher = attacher;
        this.shutdown = new Shutdown<>(context);
        publisher = single
                ? OwnedProducer.register(context, producerWaiting, true)
                : new SharedProducer<>(context, producerWaiting);
    }

    /**
     * Returns the place of this among the pipelines of the JVM, which it leaves at its end. As long as a stage runs or a producer
     * is used, this isn't forgotten.
     *
     * @param name the name that was chosen for it, if any
     */
    Inventory.Entry<Pipeline<?>> place(@Nullable String name) {
        Inventory.Entry<Pipeline<?>> place = LIVE.place(name, this);
        context.lifecycle().leaveAtEnd(place, this);
        return place;
    }

    /**
     * Returns the pipelines that live in this JVM by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does
     * schedulers: from when they are built until they have ended and no handler runs any more.
     */
    public static Map<String, Pipeline<?>> live() {
        return LIVE.live(pipeline -> pipeline.context.lifecycle().terminated().isDone());
    }

    /**
     * Returns a builder of pipelines.
     *
     * @param events makes the events, called once for each place of the ring, by {@link PipelineBuilder#build}
     */
    public static <E> PipelineBuilder<E> builder(Supplier<? extends E> events) {
        return new PipelineBuilder<>(events);
    }

    /**
     * Returns a new producer, with its own memory of how full the ring is, for the thread that uses it first. Of a pipeline with a
     * single producer it is that one, always the same.
     */
    public Producer<E> producer() {
        StackRoom.require();
        return producer(producerWaiting);
    }

    /**
     * As {@link #producer()}, with a wait strategy of its own for room. The single producer waits as the builder says.
     *
     * @throws IllegalArgumentException if the strategy is {@link WaitStrategy#strand} or {@link WaitStrategy#inline}
     */
    public Producer<E> producer(WaitStrategy waiting) {
        StackRoom.require();
        Objects.requireNonNull(waiting, "waiting");
        return producer(waiting.producerSettings());
    }

    private Producer<E> producer(WaitSettings waiting) {
        return publisher instanceof OwnedProducer<E> only ? only : OwnedProducer.register(context, waiting, single);
    }

    /**
     * Adds a stage to the running pipeline. It gets the events that are claimed after this method has returned, and perhaps some
     * before. Nothing comes after it, unless added later; it comes after nothing, unless it says so.
     *
     * @throws IllegalArgumentException if there is a stage of that name, or one that it comes after isn't there
     * @throws PipelineClosedException if the pipeline is closed or has failed
     */
    public void add(Stage<E> stage) {
        StackRoom.require();
        Objects.requireNonNull(stage, "stage");
        List<String> after = stage.dependencies().orElse(List.of());
        Steps.before(StepKind.ACCESS, context.lifecycle());
        attacher.attach(stage.settings(), after);
    }

    /**
     * Adds a stage whose events are fetched by the caller. It holds the ring up like any stage, and is there until the poller is
     * closed.
     *
     * @param name of the stage
     * @param after the stages that it comes after; without any, events are there as soon as they are published
     * @throws IllegalArgumentException as {@link #add} says
     * @throws PipelineClosedException if the pipeline is closed or has failed
     */
    public Poller<E> poller(String name, String... after) {
        StackRoom.require();
        Objects.requireNonNull(name, "name");
        List<String> before = Nulls.copy(after, "after");
        Stage<E> stage = Stage.<E>of(name, (event, sequence, endOfBatch) -> {}).after(after);
        Steps.before(StepKind.ACCESS, context.lifecycle());
        return attacher.attachPoller(stage.settings(), before, shutdown);
    }

    /**
     * Removes a stage from the running pipeline, after the batch that it handles now. The stages behind it then come after what
     * it came after.
     *
     * @return false if there is no such stage
     * @throws InterruptedException if interrupted while waiting for the batch; the stage will end all the same, but hold up the ring
     *     until this is called again
     * @throws IllegalStateException if called from that stage's handler, or the stage is a poller's
     */
    public boolean remove(String name) throws InterruptedException {
        StackRoom.require();
        Objects.requireNonNull(name, "name");
        Steps.before(StepKind.CLOSE, context.lifecycle());
        return shutdown.remove(name);
    }

    /**
     * Gives keys of a {@linkplain Stage#sharded sharded} stage to other shards, by how many events each had since that was last
     * done, while the stage goes on. No shard handles an event of a key before all earlier ones are done, wherever those were, and
     * what handlers keep of a key goes with it by the stage's {@link HandOver}. Calls are served one after the other; none waits, so
     * handlers may call this, too, but a handler of that stage that waits for the answer is refused.
     *
     * @return what has changed, when it has; its dependents run in the stage and must not block. It fails with a {@link
     *     PipelineClosedException} or {@link IllegalStateException} if the pipeline or the stage ends before
     * @throws IllegalArgumentException if there is no such stage, or it isn't sharded, or has no {@link HandOver}
     * @throws PipelineClosedException if the pipeline has ended
     */
    public CompletableFuture<RebalanceReport> rebalance(String stage) {
        StackRoom.require();
        Objects.requireNonNull(stage, "stage");
        return rebalance(stage, Balancer::heaviestFirst);
    }

    CompletableFuture<RebalanceReport> rebalance(String stage, Balancer balancer) {
        return context.stages().shards(stage).rebalance(balancer);
    }

    @Override
    public void publish(Translator<? super E> translator) throws InterruptedException {
        publisher.publish(translator);
    }

    @Override
    public boolean tryPublish(Translator<? super E> translator) {
        return publisher.tryPublish(translator);
    }

    @Override
    public boolean publish(Translator<? super E> translator, Duration timeout) throws InterruptedException {
        return publisher.publish(translator, timeout);
    }

    @Override
    public CompletableFuture<Long> publishAsync(Translator<? super E> translator, Executor executor) {
        return publisher.publishAsync(translator, executor);
    }

    @Override
    public void publishBatch(int size, BatchTranslator<? super E> translator) throws InterruptedException {
        publisher.publishBatch(size, translator);
    }

    @Override
    public boolean tryPublishBatch(int size, BatchTranslator<? super E> translator) {
        return publisher.tryPublishBatch(size, translator);
    }

    @Override
    public boolean publishBatch(int size, BatchTranslator<? super E> translator, Duration timeout)
            throws InterruptedException {
        return publisher.publishBatch(size, translator, timeout);
    }

    @Override
    public long remainingCapacity() {
        return publisher.remainingCapacity();
    }

    /**
     * Returns a publisher of events, each of whose subscribers is a stage; see {@link EventPublisher}.
     *
     * @param name of the first subscriber's stage; the second one's is {@code name-2}, and so on
     * @param mapper makes an element of an event, which it must not keep
     */
    public <T> EventPublisher<T> publisher(String name, Function<? super E, ? extends T> mapper) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(mapper, "mapper");
        return new EventPublisher<>(new EventSource<E, T>(context, attacher, shutdown, mapper), name);
    }

    /** As {@link #subscriber(BiConsumer, Executor)}, by the scheduler on which the calling code runs, or else by the JDK's common pool. */
    public <T> EventSubscriber<T> subscriber(BiConsumer<? super E, ? super T> filler) {
        Objects.requireNonNull(filler, "filler");
        return new EventSubscriber<>(sink(filler, null));
    }

    /**
     * Returns a subscriber that publishes what it gets as events; see {@link EventSubscriber}. Of a pipeline that was built for a single
     * producer it is that one: from now on, until its flow has ended and none of its elements waits for room, threads that publish are refused, and so
     * is another subscriber. One that isn't to be used after all gives the producer back when {@link EventSubscriber#done()} is cancelled.
     *
     * @param filler writes an element into an event, which still holds what its last use has left in it
     * @param executor fills events for which there was no room at first, and requests more then: a strand, an event loop
     * @throws IllegalStateException if this was built for a single producer, and that belongs to another thread or subscriber, or has a
     *     claim open
     */
    public <T> EventSubscriber<T> subscriber(BiConsumer<? super E, ? super T> filler, Executor executor) {
        Objects.requireNonNull(filler, "filler");
        return new EventSubscriber<>(sink(filler, Objects.requireNonNull(executor, "executor")));
    }

    private <T> PublishingSink<E, T> sink(BiConsumer<? super E, ? super T> filler, @Nullable Executor executor) {
        StackRoom.require();
        FlowExecutor by = new FlowExecutor(executor);
        if (publisher instanceof OwnedProducer<E> only) {
            only.lend();
            return new PublishingSink<>(
                    context, new SharedProducer<>(context, producerWaiting), only::takeBack, filler, by);
        }
        return new PublishingSink<>(context, publisher, () -> {}, filler, by);
    }

    /** Returns how many events the ring has. */
    public int capacity() {
        return context.ring().capacity();
    }

    /** Returns why this pipeline ended, if it did so by itself: a stage failed, or its scheduler was closed. */
    public Optional<Throwable> failure() {
        Steps.before(StepKind.ACCESS, context.lifecycle());
        return context.lifecycle().failure();
    }

    /**
     * Waits until this pipeline has ended, because it was closed or has failed, and no handler runs any more.
     *
     * @param timeout how long to wait; zero or less only looks
     * @return false if the time was up before
     * @throws IllegalStateException if called from a handler of this pipeline, or from the hook that clears its
     *     events, which would wait for itself
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        Steps.before(StepKind.ACCESS, context.lifecycle());
        return shutdown.awaitTermination(timeout);
    }

    /** Returns a snapshot of what was done and what waits. Numbers are read while stages go on: not atomic. */
    public PipelineStats stats() {
        Sequencer sequencer = context.sequencer();
        Steps.before(StepKind.ACCESS, context.lifecycle());
        long claimed = sequencer.claimed();
        var stages = new LinkedHashMap<String, StageStats>();
        for (RunningStage<E> stage : context.stages().all()) {
            stages.put(stage.name(), stage.stats(claimed));
        }
        return new PipelineStats(
                capacity(),
                sequencer.remainingCapacity(),
                claimed + 1,
                context.waiters().stalls(),
                stages);
    }

    /**
     * Closes this pipeline: refuses new events, waits until all stages are done with those that were published, and ends the
     * stages. When the time is up, threads of stages are interrupted and the rest is abandoned. A later call waits for the first
     * and returns its report.
     *
     * <p>Each publication has one end. If its method returns, all stages handle the event, or the report counts it, as unhandled by
     * some or, if it was just being published, as unpublished. If the method throws {@link PipelineClosedException}, no stage gets
     * the event; if the claim was open when the time was up, the report counts it as unpublished.
     *
     * @param timeout how long to wait for the stages; zero or less abandons what isn't done
     * @return what was abandoned
     * @throws IllegalStateException if called from a handler of this pipeline, or from the hook that clears its
     *     events, which would wait for itself
     */
    @Override
    public PipelineCloseReport close(Duration timeout) {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, context.lifecycle());
        return shutdown.close(timeout);
    }

    /** Closes with a timeout of 30 seconds; what was abandoned is logged as a warning. */
    @Override
    public void close() {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, context.lifecycle());
        shutdown.closeOrWarn();
    }
}
