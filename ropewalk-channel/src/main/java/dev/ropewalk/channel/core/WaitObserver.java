package dev.ropewalk.channel.core;

/** Parks a thread in its wait, and may look around between one park and the next. Made for one wait by {@link ChannelScope}. */
public interface WaitObserver {
    /** Parks the calling thread until it is woken or interrupted, or for no reason. */
    void park();
}
