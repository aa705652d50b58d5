package dev.ropewalk.pipeline;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Assembly;
import dev.ropewalk.pipeline.stage.Balancer;
import dev.ropewalk.pipeline.stage.Closing;
import dev.ropewalk.pipeline.stage.Joining;
import dev.ropewalk.pipeline.stage.Node;
import dev.ropewalk.pipeline.stage.Runner;
import dev.ropewalk.pipeline.stage.Shared;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * An assembly line: a ring of events that are made once and used again and again, and a graph of stages through which each
 * event passes, in the order in which events were published.
 *
 * {@snippet :
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
public final class Pipeline<E> implements EventSink<E>, AutoCloseable {
    private final Shared<E> shared;
    private final Assembly<E> assembly;
    private final WaitStrategy producerWaiting;
    private final boolean single;

    /** What this class publishes by: the only producer, or one that threads share. */
    private final Publishing<E> publishing;

    private final Joining<E> joining;
    private final Closing<E> closing;

    Pipeline(Shared<E> shared, Assembly<E> assembly, WaitStrategy producerWaiting, boolean single) {
        this.shared = shared;
        this.assembly = assembly;
        this.producerWaiting = producerWaiting;
        this.single = single;
        this.joining = new Joining<>(shared);
        this.closing = new Closing<>(shared);
        if (single) {
            var producer = new Producer<>(shared, producerWaiting, true);
            shared.producers().add(producer.claim);
            publishing = producer;
        } else {
            publishing = new SharedProducer<>(shared, producerWaiting);
        }
    }

    /**
     * Returns a builder of pipelines.
     *
     * @param events makes the events, called once for each place of the ring, by {@link PipelineBuilder#build}
     */
    public static <E> PipelineBuilder<E> builder(Supplier<? extends E> events) {
        return new PipelineBuilder<>(events);
    }

    void start(List<Stage<E>> stages, Map<String, List<String>> after) {
        var nodes = new ArrayList<Node<E>>();
        for (Stage<E> stage : stages) {
            Node<E> node = assembly.node(stage);
            node.startAfter(Sequence.BEFORE_FIRST);
            node.join(Sequence.BEFORE_FIRST);
            shared.stages().put(node, after.getOrDefault(stage.name(), List.of()));
            nodes.add(node);
        }
        shared.stages().link(shared);
        if (nodes.isEmpty()) {
            shared.sequencer().holdOpenClaims(Sequence.BEFORE_FIRST, true);
        }
        try {
            nodes.forEach(node -> node.runners().forEach(Runner::start));
        } catch (RuntimeException | Error e) {
            shared.fail(e);
            throw e;
        }
    }

    /**
     * Returns a new producer, with its own memory of how full the ring is, for the thread that uses it first. Of a pipeline with a
     * single producer it is that one, always the same.
     */
    public Producer<E> producer() {
        return producer(producerWaiting);
    }

    /**
     * As {@link #producer()}, of one that waits for room in its own way. The single producer waits as the builder says.
     *
     * @throws IllegalArgumentException if the strategy is {@link WaitStrategy#strand}
     */
    public Producer<E> producer(WaitStrategy waiting) {
        StackRoom.require();
        Objects.requireNonNull(waiting, "waiting");
        WaitStrategy checked = waiting.checkProducer();
        if (publishing instanceof Producer<E> only) {
            return only;
        }
        var producer = new Producer<>(shared, checked, single);
        shared.producers().add(producer.claim);
        return producer;
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
        var ignored = joining.join(stage.name(), after, () -> assembly.node(stage));
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
        Node<E> node = joining.join(name, before, () -> Poller.node(stage, shared));
        return new Poller<>(this, node);
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
        return closing.remove(name);
    }

    /** Takes the stage of a poller out. */
    void removePoller(Node<E> node) {
        boolean ignored = closing.unlink(node);
    }

    /**
     * Gives keys of a {@linkplain Stage#sharded sharded} stage to other shards, by how many events each had since that was last
     * done, while the stage goes on. No shard handles an event of a key before all earlier ones are done, wherever those were, and
     * what handlers keep of a key goes with it by the stage's {@link HandOver}. Calls are served one after the other; none waits, so
     * handlers may call this, too, but not wait for the answer.
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
        return shared.stages().shards(stage).rebalance(balancer);
    }

    @Override
    public void publish(Translator<? super E> translator) throws InterruptedException {
        publishing.publish(translator);
    }

    @Override
    public boolean tryPublish(Translator<? super E> translator) {
        return publishing.tryPublish(translator);
    }

    @Override
    public boolean publish(Translator<? super E> translator, Duration timeout) throws InterruptedException {
        return publishing.publish(translator, timeout);
    }

    @Override
    public CompletableFuture<Long> publishAsync(Translator<? super E> translator, Executor executor) {
        return publishing.publishAsync(translator, executor);
    }

    @Override
    public void publishBatch(int size, BatchTranslator<? super E> translator) throws InterruptedException {
        publishing.publishBatch(size, translator);
    }

    @Override
    public boolean tryPublishBatch(int size, BatchTranslator<? super E> translator) {
        return publishing.tryPublishBatch(size, translator);
    }

    @Override
    public boolean publishBatch(int size, BatchTranslator<? super E> translator, Duration timeout)
            throws InterruptedException {
        return publishing.publishBatch(size, translator, timeout);
    }

    @Override
    public long remainingCapacity() {
        return shared.remainingCapacity();
    }

    /** Returns how many events the ring has. */
    public int capacity() {
        return shared.ring().capacity();
    }

    /** Returns why this pipeline ended, if it did so by itself: a stage failed, or its scheduler was closed. */
    public Optional<Throwable> failure() {
        return shared.lifecycle().failure();
    }

    /**
     * Waits until this pipeline has ended, because it was closed or has failed, and no handler runs any more.
     *
     * @param timeout how long to wait; zero or less only looks
     * @return false if the time was up before
     * @throws IllegalStateException if called from a handler of this pipeline, which would wait for itself
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return closing.awaitTermination(timeout);
    }

    /** Returns a snapshot of what was done and what waits. Numbers are read while stages go on: not atomic. */
    public PipelineStats stats() {
        Sequencer sequencer = shared.sequencer();
        long claimed = sequencer.claimed();
        var stages = new LinkedHashMap<String, StageStats>();
        for (Node<E> node : shared.stages().all()) {
            stages.put(node.name(), StageStats.of(node, claimed));
        }
        return new PipelineStats(
                capacity(), remainingCapacity(), claimed + 1, shared.room().stalls(), stages);
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
     * @throws IllegalStateException if called from a handler of this pipeline, which would wait for itself
     */
    public PipelineCloseReport close(Duration timeout) {
        StackRoom.require();
        return closing.close(timeout);
    }

    /** Closes with a timeout of 30 seconds; what was abandoned is logged as a warning. */
    @Override
    public void close() {
        StackRoom.require();
        closing.closeOrWarn();
    }
}
