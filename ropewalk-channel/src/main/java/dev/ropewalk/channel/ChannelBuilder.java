package dev.ropewalk.channel;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Overflow;
import dev.ropewalk.scheduler.internal.Names;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@linkplain Channel channels} that have a name, or a handler of undelivered elements, or belong to a {@link
 * ProcessScope}. Not thread-safe; may be used for several channels.
 *
 * @param <T> the type of the elements
 */
public final class ChannelBuilder<T> {
    private @Nullable String name;
    private @Nullable Consumer<? super T> onUndelivered;
    private @Nullable ProcessScope scope;

    ChannelBuilder() {}

    /** Makes the channels belong to a scope, whose processes and owner alone may use them. */
    ChannelBuilder<T> within(ProcessScope scope) {
        this.scope = scope;
        return this;
    }

    /**
     * Sets the name, which is shown in errors, dumps and statistics. By default each channel gets a number.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public ChannelBuilder<T> name(String name) {
        this.name = Names.checked(name, "name");
        return this;
    }

    /**
     * Sets what is given each element that was sent and will not be received: dropped by the channel's kind, still buffered
     * when the channel failed or its scope ended, received by a callback that the executor rejected, or refused by the
     * target of {@link Receiver#drainTo}.
     *
     * <p>It is called by the thread in which that happens, so it must be quick, and outside of all locks. What it throws is
     * logged.
     */
    public ChannelBuilder<T> onUndelivered(Consumer<? super T> handler) {
        this.onUndelivered = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /** Returns a channel as {@link Channel#rendezvous} does. */
    public Channel<T> rendezvous() {
        return build(0, Overflow.WAIT);
    }

    /** Returns a channel as {@link Channel#buffered} does. */
    public Channel<T> buffered(int capacity) {
        return build(checked(capacity), Overflow.WAIT);
    }

    /** Returns a channel as {@link Channel#unlimited} does. */
    public Channel<T> unlimited() {
        return build(Integer.MAX_VALUE, Overflow.WAIT);
    }

    /** Returns a channel as {@link Channel#conflated} does. */
    public Channel<T> conflated() {
        return build(1, Overflow.DROP_OLDEST);
    }

    /** Returns a channel as {@link Channel#dropOldest} does. */
    public Channel<T> dropOldest(int capacity) {
        return build(checked(capacity), Overflow.DROP_OLDEST);
    }

    /** Returns a channel as {@link Channel#dropNewest} does. */
    public Channel<T> dropNewest(int capacity) {
        return build(checked(capacity), Overflow.DROP_NEWEST);
    }

    private static int checked(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("the capacity must be above 0, but is " + capacity
                    + "; a channel without a buffer is a rendezvous()");
        }
        return capacity;
    }

    private Channel<T> build(int capacity, Overflow overflow) {
        LockedChannel<T> channel = new LockedChannel<>(capacity, overflow, name, onUndelivered, scope);
        if (scope != null) {
            scope.adopt(channel);
        }
        return channel;
    }
}
