package dev.ropewalk.pipeline;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Where events are published. A ring that is full holds publishers up, in the form they choose:
 *
 * <table class="striped">
 *   <caption>The forms of publishing</caption>
 *   <thead>
 *     <tr><th>form</th><th>one event</th><th>a batch</th><th>if the ring is full</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr><td>plain</td><td>{@link #publish(Translator)}</td><td>{@link #publishBatch(int, BatchTranslator)}</td>
 *         <td>waits; can be interrupted</td></tr>
 *     <tr><td>try</td><td>{@link #tryPublish}</td><td>{@link #tryPublishBatch}</td><td>returns false</td></tr>
 *     <tr><td>timed</td><td>{@link #publish(Translator, Duration)}</td>
 *         <td>{@link #publishBatch(int, BatchTranslator, Duration)}</td><td>waits, then returns false</td></tr>
 *     <tr><td>async</td><td>{@link #publishAsync}</td><td></td><td>goes on when there is room</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>A batch is claimed at once: no other producer's events are in between. Memory effects: what a thread did before it
 * published an event happens-before the event is handled.
 *
 * <p>Every method throws {@link PipelineClosedException} if the pipeline is closed or has failed. A method that would wait throws
 * {@link IllegalStateException} if the calling code is a handler of this very pipeline, or the hook that clears its events, which would wait
 * for itself.
 *
 * @param <E> the type of the events
 */
public interface EventSink<E> {
    /**
     * Publishes an event, waiting while the ring is full.
     *
     * @throws InterruptedException if interrupted while waiting; nothing was published
     */
    void publish(Translator<? super E> translator) throws InterruptedException;

    /** Publishes an event if the ring isn't full; returns whether it did. */
    boolean tryPublish(Translator<? super E> translator);

    /**
     * Publishes an event, waiting for a limited time while the ring is full; returns whether it did.
     *
     * @param timeout how long to wait; zero or less means not at all
     * @throws InterruptedException if interrupted while waiting; nothing was published
     */
    boolean publish(Translator<? super E> translator, Duration timeout) throws InterruptedException;

    /**
     * Publishes an event at once, or from an executor as soon as the ring has room.
     *
     * <p>Publications of this sink with the same executor object keep the order in which they were begun: while one waits, those that are
     * begun after it wait behind it, and go on one after the other. So use one object rather than one for each call. If one fails or is
     * cancelled, the next goes on. A publication may go on before the future of the one in front has completed. What is published with
     * other executors, by other methods or through another producer keeps no order with these, and may overtake one that waits.
     *
     * <p>An executor that doesn't run what it is given holds up no other publications than its own while those of at most 16 executors
     * wait. Publications of further executors share a line, until at most 16 wait again.
     *
     * <p>A handler of this very pipeline that waits for the answer by {@code join} or {@code get} is refused, since it would wait for
     * itself. A wait by other means, such as a latch, isn't found out.
     *
     * @param executor runs the translator if the ring is full now; for a pipeline with a single producer, it must run tasks in
     *     the producer's thread
     * @return the event's sequence; completes exceptionally if the translator throws or the pipeline is closed before
     */
    CompletableFuture<Long> publishAsync(Translator<? super E> translator, Executor executor);

    /**
     * Publishes some events in a row, waiting while the ring has no room for all of them.
     *
     * @param size how many, from 1 to the ring's capacity
     * @throws InterruptedException if interrupted while waiting; nothing was published
     * @throws IllegalArgumentException if the ring has fewer places, or the size isn't positive
     */
    void publishBatch(int size, BatchTranslator<? super E> translator) throws InterruptedException;

    /**
     * Publishes some events in a row if the ring has room for all of them; returns whether it did.
     *
     * @param size how many, from 1 to the ring's capacity
     * @throws IllegalArgumentException if the ring has fewer places, or the size isn't positive
     */
    boolean tryPublishBatch(int size, BatchTranslator<? super E> translator);

    /**
     * Publishes some events in a row, waiting for a limited time while the ring has no room for all of them; returns whether it
     * did.
     *
     * @param size how many, from 1 to the ring's capacity
     * @param timeout how long to wait; zero or less means not at all
     * @throws InterruptedException if interrupted while waiting; nothing was published
     * @throws IllegalArgumentException if the ring has fewer places, or the size isn't positive
     */
    boolean publishBatch(int size, BatchTranslator<? super E> translator, Duration timeout) throws InterruptedException;

    /** Returns how many places of the ring are free: a guess while others publish. */
    long remainingCapacity();
}
