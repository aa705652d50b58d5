package dev.ropewalk.channel.core;

import dev.ropewalk.base.Names;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelBuilder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes channels that belong to a scope, or to none. */
public final class LockedChannelBuilder<T> implements ChannelBuilder<T> {
    private @Nullable String name;
    private @Nullable Consumer<? super T> onUndelivered;
    private final @Nullable ChannelScope scope;

    /** Makes channels that belong to a scope, or to none if it is null. */
    public LockedChannelBuilder(@Nullable ChannelScope scope) {
        this.scope = scope;
    }

    @Override
    public ChannelBuilder<T> name(String name) {
        this.name = Names.checked(name, "name");
        return this;
    }

    @Override
    public ChannelBuilder<T> onUndelivered(Consumer<? super T> handler) {
        this.onUndelivered = Objects.requireNonNull(handler, "handler");
        return this;
    }

    @Override
    public Channel<T> rendezvous() {
        return build(0, OverflowPolicy.WAIT);
    }

    @Override
    public Channel<T> buffered(int capacity) {
        return build(checked(capacity), OverflowPolicy.WAIT);
    }

    @Override
    public Channel<T> unlimited() {
        return build(Integer.MAX_VALUE, OverflowPolicy.WAIT);
    }

    @Override
    public Channel<T> conflated() {
        return build(1, OverflowPolicy.DROP_OLDEST);
    }

    @Override
    public Channel<T> dropOldest(int capacity) {
        return build(checked(capacity), OverflowPolicy.DROP_OLDEST);
    }

    @Override
    public Channel<T> dropNewest(int capacity) {
        return build(checked(capacity), OverflowPolicy.DROP_NEWEST);
    }

    private static int checked(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("the capacity must be above 0, but is " + capacity
                    + "; a channel without a buffer is a rendezvous()");
        }
        return capacity;
    }

    private Channel<T> build(int capacity, OverflowPolicy overflow) {
        LockedChannel<T> channel = new LockedChannel<>(capacity, overflow, name, onUndelivered, scope);
        if (scope != null) {
            scope.adopt(channel);
        }
        return channel;
    }
}
