package dev.ropewalk.channel;

import dev.ropewalk.channel.core.Outcomes;
import dev.ropewalk.channel.flow.ChannelSubscriber;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * The end of a {@link Channel} where elements go in. Any thread may use it, and any number of threads at a time.
 *
 * <p>Every operation comes in these forms:
 *
 * <table class="striped">
 * <caption>The forms of sending</caption>
 * <tr><th>form<th>waits<th>a closed channel is told by<th>as a result
 * <tr><td>plain<td>until there is room, or an interrupt<td>{@link #send(Object)}: exception<td>{@link #sendResult(Object)}
 * <tr><td>timed<td>so long at most<td>{@link #send(Object, Duration)}: exception<td>{@link #sendResult(Object, Duration)}
 * <tr><td>try<td>never<td>{@link #trySend}: exception<td>{@link #trySendResult}
 * <tr><td>async<td>without a thread<td><td>{@link #sendAsync}
 * <tr><td>flow<td>without a thread<td>{@link #subscriber()}: the publisher is cancelled<td>
 * </table>
 *
 * <p>Waiting senders are served in the order in which they came, whatever form they use, and no other sender overtakes them:
 * while a sender waits, there is no room for others. What a thread did before it sends an element happens-before what the
 * receiver does with it.
 *
 * <p>The caller owns the element until the send has succeeded. A send that ends with an exception or another result than
 * {@link SendResult.Sent} hasn't sent it. From then on the element is received, or goes to the handler of
 * {@linkplain ChannelBuilder#onUndelivered undelivered} elements.
 *
 * <p>Users may implement this interface, to decorate an end or to fake one in a test: the forms that tell of the end by an
 * exception are made of those that tell by a result. Targets of {@linkplain Channels operators} may be of any kind. Only a
 * select and a subscriber need an end of a channel that was made by {@link Channel}, and refuse others.
 *
 * @param <T> the type of the elements
 */
public interface Sender<T> extends AutoCloseable {
    /** Returns the name of the channel, given or made up. */
    String name();

    /**
     * Sends an element, waiting until it is received or buffered.
     *
     * @throws ChannelClosedException if the channel was closed before; a sender that waits already when it is closed goes on
     *     waiting, and its element can still be received
     * @throws ChannelFailedException if the channel has failed, before or while this waits
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was sent
     */
    default void send(T element) throws InterruptedException {
        boolean ignored = Outcomes.isSent(sendResult(element), this);
    }

    /**
     * Sends an element, waiting for a limited time.
     *
     * @param timeout how long to wait at most; zero or less doesn't wait
     * @return whether it was sent, false if the time was up
     * @throws ChannelClosedException if the channel was closed, or a {@link ChannelFailedException} if it has failed
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was sent
     */
    default boolean send(T element, Duration timeout) throws InterruptedException {
        return Outcomes.isSent(sendResult(element, timeout), this);
    }

    /**
     * Sends an element if that is possible without waiting. Fails only if there truly is no room and no receiver waits.
     *
     * @return whether it was sent
     * @throws ChannelClosedException if the channel was closed, or a {@link ChannelFailedException} if it has failed
     */
    default boolean trySend(T element) {
        return Outcomes.isSent(trySendResult(element), this);
    }

    /** As {@link #send(Object)}, but says by its result that the channel has ended. */
    SendResult sendResult(T element) throws InterruptedException;

    /** As {@link #send(Object, Duration)}, but says by its result that the channel has ended. */
    SendResult sendResult(T element, Duration timeout) throws InterruptedException;

    /** As {@link #trySend}, but says by its result that the channel has ended. */
    SendResult trySendResult(T element);

    /**
     * Sends an element without a waiting thread. Unless the operation is cancelled, its callback is given to the executor exactly
     * once; this method itself never calls it. The order in which the sends of one thread succeed is the order of its calls.
     *
     * <p>A strand as executor makes a party of its own: its callbacks don't overlap. If the executor rejects the callback,
     * that is logged and the callback is lost; whether the element was sent isn't changed by it.
     *
     * @param executor what runs the callback: a strand, an event loop
     * @param callback gets the result, which is never {@link SendResult.Full}
     * @return lets the caller change its mind
     */
    PendingOperation sendAsync(T element, Executor executor, Consumer<? super SendResult> callback);

    /** As {@link #subscriber(OnComplete)}, which closes the channel. */
    default Flow.Subscriber<T> subscriber() {
        return subscriber(OnComplete.CLOSE);
    }

    /**
     * As {@link #subscriber(OnComplete, Executor)}, by the scheduler on whose worker the calling code runs, or elsewhere by the JDK's
     * common pool.
     */
    default Flow.Subscriber<T> subscriber(OnComplete onComplete) {
        return new ChannelSubscriber<>(this, Objects.requireNonNull(onComplete, "onComplete"), null);
    }

    /**
     * Returns a subscriber that sends what it gets to the channel. It is a sender among others, which waits without a thread. It requests
     * as many elements as the channel has room for, and one if it has none, which then waits in the line of senders. If other
     * senders take the room meanwhile, those that were requested wait there, too. A channel that drops has always room.
     *
     * <p>When the publisher completes, the channel is closed or stays open; when it fails, the channel fails with the same cause. When the
     * channel has ended, by whomever, the publisher is cancelled; what still comes from it is undelivered. So it is when it sends more
     * than was requested, or when the executor has ended, and the channel fails then.
     *
     * <p>A subscriber is for one publisher. Several publishers may have subscribers to one channel.
     *
     * @param executor what requests more after a wait: a strand, an event loop. A scheduler has a strand for each subscriber
     * @throws IllegalArgumentException if this isn't an end of a channel that was made by {@link Channel}
     * @throws IllegalStateException if the channel belongs to a {@link ProcessScope}, where only threads may wait
     */
    default Flow.Subscriber<T> subscriber(OnComplete onComplete, Executor executor) {
        Objects.requireNonNull(onComplete, "onComplete");
        return new ChannelSubscriber<>(this, onComplete, Objects.requireNonNull(executor, "executor"));
    }

    /**
     * Ends the channel in good order: from here on nothing can be sent; what was sent or waits to be sent can still be
     * received. Does nothing if the channel was closed or has failed.
     */
    @Override
    void close();

    /**
     * Ends the channel at once: parties that wait, and those that come later, get the cause. Buffered elements go to the
     * handler of undelivered ones. Does nothing if the channel was closed or has failed.
     */
    void fail(Throwable cause);

    /** Returns whether the channel was closed or has failed, so that nothing can be sent. */
    boolean isClosed();
}
