package dev.ropewalk.channel.core;

import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A sending end that makes something else of each element, in the thread that sends, and forwards that through a rendezvous. So it waits, ends and takes part in a select as any channel does. Whoever makes it
 * receives from the rendezvous.
 *
 * @param <T> the type of the elements
 */
public abstract class ForwardingSender<T> implements Sender<T> {
    private final LockedChannel<Object> channel;

    /**
     * Makes an end.
     *
     * @param onUndelivered is given what was sent and can't be received, since the executor of the receiver has ended
     */
    protected ForwardingSender(String name, Consumer<Object> onUndelivered) {
        channel = new LockedChannel<>(0, OverflowPolicy.WAIT, name, onUndelivered, null);
    }

    /** Returns the rendezvous. */
    public final LockedChannel<Object> channel() {
        return channel;
    }

    /** Begins a send: returns what is sent for an element. What it throws is told to the sender, and nothing has begun then. */
    public abstract Object begin(T element);

    /** Ends what {@link #begin} has begun: it was sent or not, or waits to be sent without the thread that has begun, or in a select. */
    public abstract void end();

    @Override
    public final String name() {
        return channel.name();
    }

    @Override
    public final SendResult sendResult(T element) throws InterruptedException {
        Object forwarded = begin(Objects.requireNonNull(element, "element"));
        try {
            return channel.sendResult(forwarded);
        } finally {
            end();
        }
    }

    @Override
    public final SendResult sendResult(T element, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        Object forwarded = begin(Objects.requireNonNull(element, "element"));
        try {
            return channel.sendResult(forwarded, timeout);
        } finally {
            end();
        }
    }

    @Override
    public final SendResult trySendResult(T element) {
        Object forwarded = begin(Objects.requireNonNull(element, "element"));
        try {
            return channel.trySendResult(forwarded);
        } finally {
            end();
        }
    }

    @Override
    public final PendingOperation sendAsync(T element, Executor executor, Consumer<? super SendResult> callback) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(callback, "callback");
        Object forwarded = begin(Objects.requireNonNull(element, "element"));
        try {
            return channel.sendAsync(forwarded, executor, callback);
        } finally {
            end();
        }
    }

    @Override
    public final boolean isClosed() {
        return channel.isClosed();
    }
}
