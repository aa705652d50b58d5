package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;

/** Runs processes that live no longer than it does. */
public final class ProcessScope implements AutoCloseable {
    private ProcessScope() {}

    /** Opens a scope whose processes run on a scheduler. */
    public static ProcessScope open(Scheduler scheduler) {
        return new ProcessScope();
    }

    /** Returns a builder of channels that belong to this scope. */
    public <T> ChannelBuilder<T> channel() {
        return new ChannelBuilder<T>().within(this);
    }

    void adopt(ChannelCore<?> channel) {}

    void refuseOutsider(ChannelCore<?> channel) {}

    @Override
    public void close() {}
}
