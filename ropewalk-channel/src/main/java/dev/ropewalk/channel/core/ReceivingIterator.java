package dev.ropewalk.channel.core;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Receives until the channel is closed and empty. */
public final class ReceivingIterator<T> implements Iterator<T> {
    private final Receiver<T> source;
    private @Nullable T next;
    private boolean closed;

    public ReceivingIterator(Receiver<T> source) {
        this.source = source;
    }

    @Override
    public boolean hasNext() {
        if (next == null && !closed) {
            switch (receive()) {
                case ReceiveResult.Received<T>(T element) -> next = element;
                case ReceiveResult.Failed<T>(Throwable cause) -> throw new Closure(cause).exception(source.name());
                case ReceiveResult.Closed<T>() -> closed = true;
                case ReceiveResult.Empty<T>() -> throw new AssertionError("received nothing without a limit of time");
            }
        }
        return next != null;
    }

    private ReceiveResult<T> receive() {
        try {
            return source.receiveResult();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException(e.getMessage());
            cancelled.initCause(e);
            throw cancelled;
        }
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("channel " + source.name() + " is closed and empty");
        }
        T element = next;
        next = null;
        if (element == null) {
            throw new AssertionError("there is an element");
        }
        return element;
    }
}
