package dev.ropewalk.pipeline;

import java.time.Duration;
import java.util.Optional;

/**
 * One producer's access to a pipeline: publishes by translators, as any {@link EventSink}, or by claims, which is the fastest
 * way:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="producer" :
 * Producer<Order> orders = pipeline.producer();
 * try (EventClaim<Order> claim = orders.claim()) {
 *     claim.event().set(customer, amount);
 *     claim.publish();
 * }
 * }
 *
 * <p>A producer belongs to the thread that uses it first, until {@link #release} or the end of that thread: its use by another
 * is refused, each time. Its open claim is aborted if the thread ends.
 *
 * @param <E> the type of the events
 */
public interface Producer<E> extends EventSink<E>, AutoCloseable {
    /**
     * Claims the next event, waiting while the ring is full.
     *
     * @return the claim; it is the same object each time
     * @throws IllegalStateException if this producer's last claim was neither published nor aborted
     * @throws InterruptedException if interrupted while waiting; nothing was claimed
     */
    EventClaim<E> claim() throws InterruptedException;

    /** As {@link #claim()}, for some events in a row, from 1 to the ring's capacity. */
    EventClaim<E> claim(int size) throws InterruptedException;

    /** Claims some events in a row, waiting for a limited time while the ring has no room; empty if the time was up. */
    Optional<EventClaim<E>> claim(int size, Duration timeout) throws InterruptedException;

    /** Claims some events in a row if the ring has room for them; empty if it hasn't. Allocates nothing. */
    Optional<EventClaim<E>> tryClaim(int size);

    /**
     * Lets another thread use this producer; what this one did with it happens-before what the other does.
     *
     * @throws IllegalStateException if a claim is open, or the producer belongs to another thread
     */
    void release();

    /** Aborts the open claim, if any, and ends the use of this producer. A second call does nothing. */
    @Override
    void close();
}
