package dev.ropewalk.pipeline;

/**
 * Writes what is to be published into each event of a batch.
 *
 * @param <E> the type of the events
 */
@FunctionalInterface
public interface BatchTranslator<E> {
    /**
     * Fills one event of the batch, which still holds what its last use has left in it. If this throws, the whole batch is
     * aborted, the stages never see any of it, and the publisher gets the exception.
     *
     * @param event the event
     * @param index its place in the batch, from 0
     */
    void translate(E event, int index);
}
