package dev.ropewalk.cluster.reliable;

/** A sender as the entity sees it: what it is told. Two are equal if they are the same sender. Any thread may call it. */
public interface Origin {
    /**
     * The entity has handled all messages before a number.
     *
     * @param isAwaited whether the sender waits for this
     */
    void handled(long before, boolean isAwaited);

    /** The entity has thrown while it handled a message. Comes before the news that this was handled. */
    void failed(long number, Throwable failure);

    /**
     * Messages are missing: the sender is to begin again with the oldest one that wasn't handled. It knows of all that was handled here and before when it hears this.
     *
     * @param round the round of the message that shows it
     * @param token what messages are to have from now on; 0 if that doesn't change
     */
    void again(int round, long token);

    /** Returns which opening of the sender this is, if it outlives its process: each counts its rounds anew. */
    default int opening() {
        return 0;
    }
}
