package dev.ropewalk.channel;

import dev.ropewalk.base.CheckReturnValue;
import java.util.function.Consumer;

/**
 * Makes {@linkplain Channel channels} that have a name, or a handler of undelivered elements, or belong to a {@link
 * ProcessScope}. Immutable: the methods that set something return a changed copy.
 *
 * @param <T> the type of the elements
 */
@CheckReturnValue
public interface ChannelBuilder<T> {
    /**
     * Sets the name, which is shown in errors, snapshots and statistics, and by which the channel is {@linkplain Channel#live
     * listed}. By default each channel gets a number, and isn't listed.
     *
     * @throws IllegalArgumentException if it is blank
     */
    ChannelBuilder<T> name(String name);

    /**
     * Sets what is given each element that was sent and will not be received: dropped by the channel's kind, still buffered
     * when the channel failed or its scope ended, received by a callback that the executor rejected, or refused by the
     * target of {@link Receiver#drainTo}.
     *
     * <p>It is called by the thread in which that happens, so it must be quick, and outside of all locks. What it throws is
     * logged.
     */
    ChannelBuilder<T> onUndelivered(Consumer<? super T> handler);

    /** Returns a channel as {@link Channel#rendezvous} does. */
    Channel<T> rendezvous();

    /** Returns a channel as {@link Channel#buffered} does. */
    Channel<T> buffered(int capacity);

    /** Returns a channel as {@link Channel#unlimited} does. */
    Channel<T> unlimited();

    /** Returns a channel as {@link Channel#conflated} does. */
    Channel<T> conflated();

    /** Returns a channel as {@link Channel#dropOldest} does. */
    Channel<T> dropOldest(int capacity);

    /** Returns a channel as {@link Channel#dropNewest} does. */
    Channel<T> dropNewest(int capacity);
}
