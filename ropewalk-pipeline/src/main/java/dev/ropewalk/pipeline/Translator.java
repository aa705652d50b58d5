package dev.ropewalk.pipeline;

/**
 * Writes what is to be published into an event. A translator that captures nothing, or is kept, allocates nothing.
 *
 * @param <E> the type of the events
 */
@FunctionalInterface
public interface Translator<E> {
    /**
     * Fills an event, which still holds what its last use has left in it. If this throws, the claim is aborted, the stages
     * never see the event, and the publisher gets the exception.
     *
     * @param event the event
     * @param sequence its number
     */
    void translate(E event, long sequence);
}
