package dev.ropewalk.channel.flow;

import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Publishes what comes from a channel. */
public final class ChannelPublisher<T> implements Flow.Publisher<T> {
    private final LockedChannel<T> channel;
    private final @Nullable Executor executor;

    /**
     * Publishes by an executor, or by the default one if it is null.
     *
     * @throws IllegalArgumentException if it is no end of a channel of ours
     * @throws IllegalStateException if the channel belongs to a scope
     */
    public ChannelPublisher(Receiver<T> from, @Nullable Executor executor) {
        this.channel = LockedChannel.of(from);
        this.executor = executor;
        channel.refuseCallbacks();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        ChannelSubscription<T> ignored = begin(Objects.requireNonNull(subscriber, "subscriber"), false);
    }

    /** Subscribes a sink which ends the channel when it leaves, for somebody who may disconnect the two. */
    public PendingOperation connect(Flow.Subscriber<? super T> sink) {
        ChannelSubscription<T> subscription = begin(sink, true);
        return () -> subscription.stop("channel " + channel.name() + " was disconnected");
    }

    private ChannelSubscription<T> begin(Flow.Subscriber<? super T> subscriber, boolean isOnly) {
        ChannelSubscription<T> subscription =
                new ChannelSubscription<>(channel, new FlowExecutor(executor), subscriber, isOnly);
        subscription.begin();
        return subscription;
    }

    @Override
    public String toString() {
        return "publisher of channel " + channel.name();
    }
}
