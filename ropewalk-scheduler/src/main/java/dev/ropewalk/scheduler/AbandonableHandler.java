package dev.ropewalk.scheduler;

import java.util.function.Consumer;

/**
 * A handler of a {@link MessageStrand} that wants to know which messages it will never be given, because the scheduler has
 * ended before. It is to messages what {@link Abandonable} is to tasks.
 *
 * @param <M> the type of the messages
 */
public interface AbandonableHandler<M> extends Consumer<M> {
    /**
     * Called instead of {@link #accept}, in the same order, by the thread that closes the scheduler, or that sends meanwhile.
     * It must be quick.
     */
    void abandon(M message);

    /**
     * Called before {@link #abandon}, when the message is taken out of the queues, while its strand isn't idle yet. All that
     * is left over is taken out before the first is told to have been abandoned. A thread that asks strands whether they are
     * idle takes a note here, so as not to find that nothing was left. This must not send, block or throw. It does nothing by
     * default.
     */
    default void noteLeftOver(M message) {}
}
