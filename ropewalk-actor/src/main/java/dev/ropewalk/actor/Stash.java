package dev.ropewalk.actor;

/**
 * Messages that an actor has put aside for later. Its capacity is set by {@link ActorOptions#stashCapacity}. Only the actor's
 * own code may call this; all others get an {@link IllegalStateException}.
 *
 * @param <M> the type of the actor's messages
 */
public interface Stash<M> {
    /**
     * Puts a message aside.
     *
     * @throws StashFullException if the stash is full
     */
    void add(M message);

    /** Puts all stashed messages back, in their order, to be handled before everything that waits in the mailbox. */
    void unstashAll();

    /** Drops all stashed messages; they become dead letters. */
    void clear();

    /** Returns how many messages are stashed. */
    int size();

    /** Returns whether a further message would be refused. */
    boolean isFull();
}
