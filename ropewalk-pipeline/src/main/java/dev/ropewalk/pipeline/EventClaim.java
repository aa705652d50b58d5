package dev.ropewalk.pipeline;

/**
 * Events that a producer has claimed and not published yet. It is to be published or aborted soon, since no event behind it can
 * be handled before; closing it aborts what wasn't published.
 *
 * <p>A producer has one claim, used again and again: don't keep it. It belongs to the producer's thread.
 *
 * @param <E> the type of the events
 */
public interface EventClaim<E> extends AutoCloseable {
    /**
     * Returns the claimed event, or the first of them, which still holds what its last use has left in it.
     *
     * @throws IllegalStateException if the claim was published or aborted
     */
    E event();

    /**
     * Returns one of the claimed events.
     *
     * @param index from 0 to {@link #size} - 1
     * @throws IndexOutOfBoundsException if there is no such event
     * @throws IllegalStateException if the claim was published or aborted
     */
    E event(int index);

    /**
     * Returns the sequence of the first event.
     *
     * @throws IllegalStateException if the claim was published or aborted
     */
    long sequence();

    /** Returns how many events were claimed; 0 if the claim isn't open. */
    int size();

    /**
     * Lets the stages handle the events.
     *
     * @throws IllegalStateException if the claim was published or aborted, or the producer belongs to another thread
     * @throws PipelineClosedException if the pipeline ended meanwhile: the events won't be handled
     */
    void publish();

    /** Gives the events up: the stages never see them. Does nothing if the claim isn't open. */
    void abort();

    /** Aborts what wasn't published. */
    @Override
    void close();
}
