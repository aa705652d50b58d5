package dev.ropewalk.channel.flow;

import dev.ropewalk.base.flow.SinkSubscriber;
import dev.ropewalk.channel.OnComplete;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.EndWatch;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Log;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a publisher publishes to a channel. An element that finds no room waits in the line of senders, as a callback. As the
 * next is requested only when none waits, it waits there alone, but for those that other senders have forestalled.
 */
public final class ChannelSubscriber<T> extends SinkSubscriber<T> {
    /** Enough to amortize a request where the channel's own bound is larger, or none. */
    private static final int MAX_WINDOW = 256;

    private final LockedChannel<T> channel;
    private final OnComplete onComplete;
    private final FlowExecutor executor;
    private final EndWatch watch;

    /**
     * Sends by an executor, or by the default one if it is null.
     *
     * @throws IllegalArgumentException if it is no end of a channel of ours
     * @throws IllegalStateException if the channel belongs to a scope
     */
    public ChannelSubscriber(Sender<T> to, OnComplete onComplete, @Nullable Executor executor) {
        LockedChannel<T> target = LockedChannel.of(to);
        super(Math.max(1, target.maxRoom(MAX_WINDOW)));
        this.channel = target;
        this.onComplete = onComplete;
        this.executor = new FlowExecutor(executor);
        this.watch = new EndWatch(target, this::leave);
        target.refuseCallbacks();
    }

    @Override
    protected void opened() {
        watch.set();
    }

    @Override
    protected int room() {
        return channel.room(MAX_WINDOW);
    }

    @Override
    protected void accept(T element) {
        SendResult result = channel.trySendResult(element);
        switch (result) {
            case SendResult.Full() -> {
                var ignored = channel.sendAsync(element, Runnable::run, late -> sent(element, late));
            }
            default -> settle(element, result);
        }
    }

    /** Comes from the thread that has received the element, so it leaves the rest to the executor. */
    private void sent(T element, SendResult result) {
        settle(element, result);
        signal();
    }

    private void settle(T element, SendResult result) {
        if (result.isSent()) {
            settle();
        } else {
            leave();
            refuseAndSettle(element);
        }
    }

    @Override
    protected void refuse(T element) {
        channel.takeUndelivered(element);
    }

    @Override
    protected void completed() {
        if (onComplete == OnComplete.CLOSE) {
            channel.close();
        }
    }

    @Override
    protected void failed(Throwable cause) {
        channel.fail(cause);
    }

    @Override
    protected void closed() {
        watch.leave();
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        Log.warn(channel.name(), what, thrown);
    }

    @Override
    public String toString() {
        return "subscriber of channel " + channel.name();
    }
}
