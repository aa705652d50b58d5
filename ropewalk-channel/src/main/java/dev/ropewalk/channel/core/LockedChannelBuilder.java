package dev.ropewalk.channel.core;

import dev.ropewalk.base.Names;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelBuilder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes channels that belong to a scope, or to none. */
public final class LockedChannelBuilder<T> implements ChannelBuilder<T> {
    private final @Nullable ChannelScope scope;
    private final @Nullable String name;
    private final @Nullable Consumer<? super T> onUndelivered;

    /** Makes channels that belong to a scope, or to none if it is null. */
    public LockedChannelBuilder(@Nullable ChannelScope scope) {
        this(scope, null, null);
    }

    private LockedChannelBuilder(
            @Nullable ChannelScope scope, @Nullable String name, @Nullable Consumer<? super T> onUndelivered) {
        this.scope = scope;
        this.name = name;
        this.onUndelivered = onUndelivered;
    }

    @Override
    public ChannelBuilder<T> name(String name) {
        return new LockedChannelBuilder<>(scope, Names.checked(name, "name"), onUndelivered);
    }

    @Override
    public ChannelBuilder<T> onUndelivered(Consumer<? super T> handler) {
        return new LockedChannelBuilder<>(scope, name, Objects.requireNonNull(handler, "handler"));
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
        channel.list();
        return channel;
    }
}
