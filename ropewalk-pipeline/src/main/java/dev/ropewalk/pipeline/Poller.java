package dev.ropewalk.pipeline;

/**
 * A stage whose events a caller fetches, rather than a thread or strand of its own giving them to a handler. It holds the ring up
 * like any other stage.
 *
 * <p>Used by one thread at a time. What is done in one poll happens-before the next.
 *
 * @param <E> the type of the events
 */
public interface Poller<E> extends AutoCloseable {
    /**
     * Gives the events that are ready to a handler, and returns without waiting. When the pipeline has ended none is.
     *
     * @param max how many at most, above zero
     * @param handler gets the events; its other methods are not called
     * @return how many it got
     * @throws Exception what the handler throws; the next poll begins with the same event
     * @throws IllegalArgumentException if {@code max} isn't positive
     * @throws IllegalStateException if another thread or the calling handler's own poll is at it at this moment, or the poller is closed
     */
    int poll(int max, EventHandler<? super E> handler) throws Exception;

    /** Takes the stage out of the pipeline, after the poll that is under way, if any. A second call does nothing. */
    @Override
    void close();
}
