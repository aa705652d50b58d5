package dev.ropewalk.channel.core;

import org.jspecify.annotations.Nullable;

/** The scope to which a channel belongs, as the channel and the waits for it see it. The room of scopes implements it. */
public interface ChannelScope {
    /** Returns the name of the scope. */
    String name();

    /** Returns how many scopes this one is within. */
    int depth();

    /** Takes a channel that was made for this scope. */
    void adopt(ChannelCore<?> channel);

    /**
     * Refuses the calling thread if it may not use the channels of this scope.
     *
     * @throws IllegalStateException if the thread is neither the owner nor a process of the scope or of one within
     */
    void refuseOutsider(ChannelCore<?> channel);

    /** Returns what parks the calling thread during a wait without a time limit, or null if the thread just parks. */
    @Nullable
    WaitObserver observerOf(Wait wait);
}
