package dev.ropewalk.channel;

import dev.ropewalk.channel.core.Outcomes;
import dev.ropewalk.channel.core.ReceivingIterator;
import dev.ropewalk.channel.flow.ChannelPublisher;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * The end of a {@link Channel} where elements come out. Any thread may use it, and any number of threads at a time; each
 * element is received once.
 *
 * <p>Every operation comes in these forms:
 *
 * <table class="striped">
 * <caption>The forms of receiving</caption>
 * <tr><th>form<th>waits<th>a closed channel is told by<th>as a result
 * <tr><td>plain<td>until there is an element, or an interrupt<td>{@link #receive()}: exception<td>{@link #receiveResult()}
 * <tr><td>timed<td>so long at most<td>{@link #receive(Duration)}: exception<td>{@link #receiveResult(Duration)}
 * <tr><td>try<td>never<td>{@link #tryReceive}, {@link #drainTo}: exception<td>{@link #tryReceiveResult},
 *     {@link #drainResult}
 * <tr><td>async<td>without a thread<td><td>{@link #receiveAsync}
 * <tr><td>all<td>for each element, or an interrupt<td>{@link #forEach}, {@link #iterator}: the end<td>
 * <tr><td>flow<td>without a thread<td>{@link #to(Flow.Subscriber)}, {@link #publisher()}: {@code onComplete} or {@code onError}<td>
 * </table>
 *
 * <p>Waiting receivers are served in the order in which they came, whatever form they use. What the sender did before it sent
 * an element happens-before what the receiver does with it.
 *
 * <p>Users may implement this interface, to decorate an end or to fake one in a test: the forms that tell of the end by an
 * exception are made of those that tell by a result. A select, a publisher and the sources of {@linkplain Channels operators} need
 * an end of a channel that was made by {@link Channel}, and refuse others.
 *
 * @param <T> the type of the elements
 */
public interface Receiver<T> extends Iterable<T> {
    /** Returns the name of the channel, given or made up. */
    String name();

    /**
     * Receives the next element, waiting for it.
     *
     * @throws ChannelClosedException if the channel was closed and is empty, or a {@link ChannelFailedException} if it has
     *     failed, before or while this waits
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was received
     */
    default T receive() throws InterruptedException {
        return Outcomes.received(receiveResult(), this).orElseThrow();
    }

    /**
     * Receives the next element, waiting for a limited time.
     *
     * @param timeout how long to wait at most; zero or less doesn't wait
     * @return the element, or nothing if the time was up
     * @throws ChannelClosedException if the channel was closed and is empty, or a {@link ChannelFailedException} if it has
     *     failed
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was received
     */
    default Optional<T> receive(Duration timeout) throws InterruptedException {
        return Outcomes.received(receiveResult(timeout), this);
    }

    /**
     * Receives the next element if that is possible without waiting. Returns nothing only if there truly is no element and no
     * sender waits.
     *
     * @throws ChannelClosedException if the channel was closed and is empty, or a {@link ChannelFailedException} if it has
     *     failed
     */
    default Optional<T> tryReceive() {
        return Outcomes.received(tryReceiveResult(), this);
    }

    /** As {@link #receive()}, but says by its result that the channel has ended. */
    ReceiveResult<T> receiveResult() throws InterruptedException;

    /** As {@link #receive(Duration)}, but says by its result that the channel has ended. */
    ReceiveResult<T> receiveResult(Duration timeout) throws InterruptedException;

    /** As {@link #tryReceive}, but says by its result that the channel has ended. */
    ReceiveResult<T> tryReceiveResult();

    /**
     * Receives the next element without a waiting thread. Unless the operation is cancelled, its callback is given to the
     * executor exactly once; this method itself never calls it.
     *
     * <p>A strand as executor makes a party of its own: its callbacks don't overlap. If the executor rejects the callback,
     * the element goes to the handler of undelivered ones.
     *
     * @param executor what runs the callback: a strand, an event loop
     * @param callback gets the result, which is never {@link ReceiveResult.Empty}
     * @return lets the caller change its mind; nothing is received then
     */
    PendingOperation receiveAsync(Executor executor, Consumer<? super ReceiveResult<T>> callback);

    /**
     * As {@link #publisher(Executor)}, by the scheduler on whose worker the code that subscribes runs, or elsewhere by the JDK's common
     * pool, which doesn't keep the JVM alive.
     */
    default Flow.Publisher<T> publisher() {
        return new ChannelPublisher<>(this, null);
    }

    /**
     * Returns a publisher of what comes from the channel. Each subscriber is a receiver among others, which waits without a thread: the
     * elements are shared out among all of them, and each goes to one. An element is received only when a subscriber has requested
     * it; so what nobody requests stays in the channel, and its senders wait.
     *
     * <p>When the channel is closed and empty, {@code onComplete} tells so; a subscriber that has requested nothing, and found elements
     * there when it was closed, is told after its next request. When the channel fails, {@code onError} has the cause. A subscriber that
     * cancels leaves the channel as it is. Once {@code cancel} has returned, nothing is received for it any more. An element that was
     * received in the same moment, and didn't reach it, goes to the handler of {@linkplain ChannelBuilder#onUndelivered undelivered}
     * elements, and so does one that is on its way when the scheduler is closed; {@code onError} has a {@link
     * java.util.concurrent.RejectedExecutionException} then. What a subscriber throws cancels it and is logged.
     *
     * @param executor what calls the subscribers, each by one call at a time: a strand, an event loop. A scheduler has a strand for
     *     each subscriber
     * @throws IllegalArgumentException if this isn't an end of a channel that was made by {@link Channel}
     * @throws IllegalStateException if the channel belongs to a {@link ProcessScope}, where only threads may wait
     */
    default Flow.Publisher<T> publisher(Executor executor) {
        return new ChannelPublisher<>(this, Objects.requireNonNull(executor, "executor"));
    }

    /** As {@link #to(Flow.Subscriber, Executor)}, by the scheduler on which the calling code runs, or else by the JDK's common pool. */
    default PendingOperation to(Flow.Subscriber<? super T> sink) {
        return new ChannelPublisher<>(this, null).connect(Objects.requireNonNull(sink, "sink"));
    }

    /**
     * Connects the channel to a sink, to which all that comes from the channel goes as from a {@linkplain #publisher(Executor)
     * publisher}. The channel belongs to the sink alone from then on, and both end together: when the channel is closed or fails, the
     * sink is told. When the sink cancels, the channel fails with a {@link CancellationException}, and when the sink throws or the
     * executor ends, with that; so senders are told, up to the first. What is left in the channel is undelivered then.
     *
     * @return disconnects the two: the sink is told by {@code onError} with a {@link CancellationException}, and the channel stays as it
     *     is
     */
    default PendingOperation to(Flow.Subscriber<? super T> sink, Executor executor) {
        Objects.requireNonNull(sink, "sink");
        return new ChannelPublisher<>(this, Objects.requireNonNull(executor, "executor")).connect(sink);
    }

    /**
     * Receives the elements that are there, and those whose senders wait, without waiting and in one step for all. If the
     * target throws, the element that it refused and those behind it go to the handler of undelivered ones.
     *
     * @param target where the elements go, in their order
     * @param most how many at most, above zero
     * @return how many; zero if nothing is there
     * @throws ChannelClosedException if the channel was closed and is empty, or a {@link ChannelFailedException} if it has
     *     failed
     */
    default int drainTo(Collection<? super T> target, int most) {
        return Outcomes.drained(drainResult(target, most), this);
    }

    /**
     * As {@link #drainTo}, but says by its result that the channel has ended. This is the form for code that fills a batch:
     * what is in the batch already isn't lost with an exception.
     */
    DrainResult drainResult(Collection<? super T> target, int most);

    /**
     * Receives each element and hands it to an action, until the channel is closed and empty. What the action throws ends
     * this; the element it was given counts as received.
     *
     * @throws ChannelFailedException if the channel has failed
     * @throws CancellationException if the thread was interrupted; it stays so
     */
    @Override
    default void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        iterator().forEachRemaining(action);
    }

    /**
     * Returns an iterator that receives an element when it is asked whether there is one. It ends where the channel is closed and
     * empty, throws {@link ChannelFailedException} if the channel has failed, and {@link CancellationException} if the thread was
     * interrupted, which it stays. An iterator is for one thread. If it is given up between {@code hasNext} and {@code next}, it
     * holds an element.
     */
    @Override
    default Iterator<T> iterator() {
        return new ReceivingIterator<>(this);
    }
}
