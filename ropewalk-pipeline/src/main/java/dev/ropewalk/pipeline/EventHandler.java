package dev.ropewalk.pipeline;

/**
 * What a stage does with each event. Its methods are never called at the same time, and each call happens-before the next,
 * whichever threads make them.
 *
 * <p>What {@link #onEvent} throws is dealt with by the stage's failure policy; what the other methods throw is reported
 * and goes no further.
 *
 * @param <E> the type of the events
 */
@FunctionalInterface
public interface EventHandler<E> {
    /**
     * Handles an event. It may be changed, which the next stages see, but not kept: its place is used again.
     *
     * @param event the event
     * @param sequence its number: events have ascending numbers, with gaps where claims were aborted and where a
     *     stage before has failed
     * @param endOfBatch whether it is the last of its batch for this handler: the time to flush what was collected. What was aborted, or
     *     has failed at a stage before, doesn't count: an event before it is the last, and a batch of nothing else has none
     * @throws Exception what the stage's policy then deals with
     */
    void onEvent(E event, long sequence, boolean endOfBatch) throws Exception;

    /**
     * Called before the first event of each batch.
     *
     * @param size how many sequences the batch has, aborted claims included, at least 1
     */
    default void onBatchStart(long size) throws Exception {}

    /** Called after the last event of each batch, before the next stages may see any of it. */
    default void onBatchEnd() throws Exception {}

    /** Called once, before anything else, by the thread or strand that handles the events. */
    default void onStart() throws Exception {}

    /**
     * Called once, when the stage has ended or was removed, by the thread or strand that handled the events; by another thread
     * if the scheduler of the strand was closed before.
     */
    default void onStop() throws Exception {}
}
