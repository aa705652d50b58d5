package dev.ropewalk.channel;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.LockedChannelBuilder;
import java.util.Map;

/**
 * Hands elements from senders to receivers, in order. It is made of two ends, {@link Sender} and {@link Receiver}; code that
 * only sends or only receives is better given that end.
 *
 * <p>The kinds differ in what happens to an element that no receiver waits for:
 *
 * <table class="striped">
 * <caption>Kinds of channels</caption>
 * <tr><th>kind<th>it waits in<th>when full
 * <tr><td>{@link #rendezvous}<td>the hands of the sender<td>the sender waits
 * <tr><td>{@link #buffered}<td>a buffer<td>the sender waits
 * <tr><td>{@link #unlimited}<td>a buffer that grows<td>never full
 * <tr><td>{@link #conflated}<td>a single place<td>the new element takes the place of the old one
 * <tr><td>{@link #dropOldest}<td>a buffer<td>the oldest element makes room
 * <tr><td>{@link #dropNewest}<td>a buffer<td>the new element is dropped
 * </table>
 *
 * <p>Threads of all sorts and callbacks on strands are equal parties on one channel. A virtual thread that waits holds no
 * carrier. If the thread of a worker waits, which only a task of a strand can make it do, a spare worker takes over its
 * queues meanwhile; such code should rather use the async forms.
 *
 * <p>The idea is Hoare's, <em>Communicating Sequential Processes</em> (1978); buffers, closing and select follow Go, the drop
 * policies and undelivered elements Kotlin.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="channel" :
 * Channel<String> lines = Channel.buffered(16);
 * scope.spawn(() -> {
 *     lines.send("to be twisted");
 *     lines.close();
 * });
 * for (String line : lines) {
 *     System.out.println(line);
 * }
 * }
 *
 * <p>A channel is also a source and a sink of {@link java.util.concurrent.Flow}:
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="flow" :
 * web.subscribe(orders.subscriber());
 * PendingOperation connection = orders.to(books);
 * }
 *
 * @param <T> the type of the elements; null is no element
 */
public interface Channel<T> extends Sender<T>, Receiver<T> {
    /** Returns a channel without a buffer: sender and receiver wait for each other. */
    static <T> Channel<T> rendezvous() {
        return new LockedChannelBuilder<T>(null).rendezvous();
    }

    /**
     * Returns a channel with a buffer.
     *
     * @param capacity how many elements it holds, above zero
     * @throws IllegalArgumentException if the capacity isn't above zero
     */
    static <T> Channel<T> buffered(int capacity) {
        return new LockedChannelBuilder<T>(null).buffered(capacity);
    }

    /** Returns a channel whose buffer grows as long as there is memory: senders never wait. */
    static <T> Channel<T> unlimited() {
        return new LockedChannelBuilder<T>(null).unlimited();
    }

    /** Returns a channel that holds the latest element only: senders never wait, and what they replace is undelivered. */
    static <T> Channel<T> conflated() {
        return new LockedChannelBuilder<T>(null).conflated();
    }

    /**
     * Returns a channel whose oldest element makes room when it is full: senders never wait, and what made room is undelivered.
     *
     * @param capacity how many elements it holds, above zero
     * @throws IllegalArgumentException if the capacity isn't above zero
     */
    static <T> Channel<T> dropOldest(int capacity) {
        return new LockedChannelBuilder<T>(null).dropOldest(capacity);
    }

    /**
     * Returns a channel that takes no more elements when it is full: senders never wait, and what they send then counts as
     * sent and is undelivered.
     *
     * @param capacity how many elements it holds, above zero
     * @throws IllegalArgumentException if the capacity isn't above zero
     */
    static <T> Channel<T> dropNewest(int capacity) {
        return new LockedChannelBuilder<T>(null).dropNewest(capacity);
    }

    /** Returns a builder of channels that have a name, or a handler of undelivered elements. */
    static <T> ChannelBuilder<T> builder() {
        return new LockedChannelBuilder<>(null);
    }

    /**
     * Returns the channels with a name of their own that live in this JVM, by these names, as {@link
     * dev.ropewalk.scheduler.Scheduler#live()} does schedulers: those that are in use, and are not closed or not yet empty. Channels
     * without a name aren't listed, and cost nothing.
     */
    static Map<String, Channel<?>> live() {
        return LockedChannel.live();
    }

    /** Returns the name of this channel, given or made up. */
    @Override
    String name();

    /** Returns this channel as its sending end, to be passed on. */
    default Sender<T> sender() {
        return this;
    }

    /** Returns this channel as its receiving end, to be passed on. */
    default Receiver<T> receiver() {
        return this;
    }

    /** Returns a snapshot of what this channel has done and holds, all taken at one moment. */
    ChannelStats stats();
}
