package dev.ropewalk.channel;

import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.Each;
import dev.ropewalk.channel.operator.Operator;
import dev.ropewalk.channel.operator.OperatorEnd;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends each element of a channel to all subscribers; made by {@link Channels#broadcast}. All methods may be called
 * from any thread.
 *
 * <p>A sender sends to the source, in any form and in a select, and goes on as soon as the broadcast has taken the element.
 * So an element goes to all subscribers or, if the send was interrupted or cancelled, to none. All subscribers see the same
 * order, however many senders there are.
 *
 * <p>Subscribers are served one after another, in the order in which they came. Each has a channel of its own, whose kind says
 * what happens when the subscriber is slow: a full channel that makes senders wait holds up the broadcast, and so all others; a
 * channel that drops doesn't. A subscriber gets everything that is sent after it has subscribed. An element that reaches no
 * subscriber is undelivered at the source.
 *
 * <p>When the source is closed or fails, so are the channels of all subscribers. A subscriber's channel that has ended
 * otherwise is forgotten, and the other subscribers don't notice.
 *
 * <p>The idea is ReactiveX's <em>subject</em> and Kotlin's {@code SharedFlow}, whose one buffer for all is here one for each.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="broadcast" :
 * Channel<Price> prices = Channel.rendezvous();
 * Broadcast<Price> broadcast = Channels.broadcast(scope, prices);
 * try (Broadcast.Subscription<Price> latest = broadcast.subscribe(Channel.conflated())) {
 *     prices.send(price);
 *     show(latest.receiver().receive());
 * }
 * }
 *
 * @param <T> the type of the elements
 */
public final class Broadcast<T> {
    private final ProcessScope scope;
    private final Receiver<T> source;
    private final AtomicReference<Subscribers<T>> subscribers =
            new AtomicReference<>(new Subscribers<>(List.of(), null));

    /**
     * The subscribers; the record never changes, but is replaced.
     *
     * @param closure how the broadcast has ended, or null
     */
    private record Subscribers<T>(
            List<Subscription<T>> all, @Nullable Closure closure) {
        Subscribers<T> with(Subscription<T> added) {
            if (closure != null) {
                return this;
            }
            List<Subscription<T>> more = new ArrayList<>(all);
            more.add(added);
            return new Subscribers<>(more, null);
        }

        Subscribers<T> without(Subscription<T> removed) {
            List<Subscription<T>> fewer = new ArrayList<>(all);
            return fewer.remove(removed) ? new Subscribers<>(fewer, closure) : this;
        }

        Subscribers<T> end(Closure how) {
            return closure != null ? this : new Subscribers<>(List.of(), how);
        }
    }

    Broadcast(ProcessScope scope, Receiver<T> source) {
        this.scope = scope;
        this.source = source;
    }

    /** Subscribes with a rendezvous that belongs to the scope: the broadcast waits until each element is received. */
    public Subscription<T> subscribe() {
        return subscribe(
                scope.<T>channel().name("subscription to " + source.name()).rendezvous());
    }

    /**
     * Subscribes. If the broadcast has ended, the channel ends at once in the same way.
     *
     * @param channel where the elements go; belongs to this subscription alone
     */
    public Subscription<T> subscribe(Channel<T> channel) {
        Steps.before(StepKind.ACCESS, this);
        Subscription<T> added = new Subscription<>(this, Objects.requireNonNull(channel, "channel"));
        Closure closure = subscribers.getAndUpdate(before -> before.with(added)).closure();
        if (closure != null) {
            added.end(closure);
        }
        return added;
    }

    /** Returns how many have subscribed and aren't known to have left. */
    public int subscribers() {
        Steps.before(StepKind.ACCESS, this);
        return now().all().size();
    }

    private Subscribers<T> now() {
        return Objects.requireNonNull(subscribers.get());
    }

    private void remove(Subscription<T> subscription) {
        subscribers.updateAndGet(before -> before.without(subscription));
    }

    private void end(Closure how) {
        Each.of(subscribers.getAndUpdate(before -> before.end(how)).all(), subscription -> subscription.end(how));
    }

    Operator<T> operator() {
        OperatorEnd end = new OperatorEnd(List.of(source), () -> end(Closure.CLOSED), cause -> end(new Closure(cause)));
        return new Operator<>(source, end) {
            @Override
            protected @Nullable Closure passOn(T element) throws InterruptedException {
                boolean reached = false;
                for (Subscription<T> subscription : now().all()) {
                    if (send(subscription.channel, element) == null) {
                        reached = true;
                        inHand.clear();
                    } else {
                        remove(subscription);
                    }
                }
                if (!reached) {
                    source.giveBack(element);
                }
                return null;
            }
        };
    }

    /**
     * One subscriber's part of a {@link Broadcast}. All methods may be called from any thread.
     *
     * @param <T> the type of the elements
     */
    public static final class Subscription<T> implements AutoCloseable {
        private final Broadcast<T> broadcast;
        private final Channel<T> channel;

        private Subscription(Broadcast<T> broadcast, Channel<T> channel) {
            this.broadcast = broadcast;
            this.channel = channel;
        }

        /** Returns where the elements are received. */
        public Receiver<T> receiver() {
            return channel;
        }

        /**
         * Ends this subscription and fails its channel, unless that has ended, with a {@link CancellationException}. What is
         * buffered there is undelivered; a broadcast that waits for room there goes on.
         */
        @Override
        public void close() {
            Steps.before(StepKind.CLOSE, broadcast);
            broadcast.remove(this);
            channel.fail(new CancellationException("unsubscribed from " + broadcast.source.name()));
        }

        private void end(Closure how) {
            Throwable cause = how.cause();
            if (cause == null) {
                channel.close();
            } else {
                channel.fail(cause);
            }
        }
    }
}
