package dev.ropewalk.pipeline;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.stage.Node;
import dev.ropewalk.pipeline.stage.Shared;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stage whose events are fetched by whoever wants them, rather than given to a handler by a thread or strand of its own. It
 * holds the ring up like any other stage.
 *
 * <p>Used by one thread at a time. What is done in one poll happens-before the next.
 *
 * @param <E> the type of the events
 */
public final class Poller<E> implements AutoCloseable {
    private final Pipeline<E> pipeline;
    private final Node<E> node;
    private final Sequence done;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    Poller(Pipeline<E> pipeline, Node<E> node) {
        this.pipeline = pipeline;
        this.node = node;
        done = node.progress()[0];
    }

    static <E> Node<E> node(Stage<E> stage, Shared<E> shared) {
        var node = new Node<>(stage, shared);
        node.progress(List.of(new Sequence(Sequence.BEFORE_FIRST)));
        return node;
    }

    /**
     * Gives the events that are ready to a handler, and returns without waiting. When the pipeline has ended none is.
     *
     * @param max how many at most, above zero
     * @param handler gets the events; its other methods are not called
     * @return how many it got
     * @throws Exception what the handler throws; the next poll begins with the same event
     * @throws IllegalArgumentException if {@code max} isn't positive
     * @throws IllegalStateException if another thread or the calling handler's own poll is at it at this moment, or the poller is closed
     */
    public int poll(int max, EventHandler<? super E> handler) throws Exception {
        StackRoom.require();
        Objects.requireNonNull(handler, "handler");
        if (max < 1) {
            throw new IllegalArgumentException("a poll must be for at least 1 event, not " + max);
        }
        if (closed) {
            throw refusal();
        }
        if (!busy.compareAndSet(false, true)) {
            if (closed) {
                throw refusal();
            }
            if (Thread.currentThread().equals(node.poller)) {
                throw new IllegalStateException("the handler of a poll of " + node.name() + " polls it once more");
            }
            throw new IllegalStateException("another thread polls " + node.name() + " at this moment");
        }
        try {
            node.poller = Thread.currentThread();
            return node.shared.lifecycle().hasEndedNow() ? 0 : poll(handler, max);
        } finally {
            node.poller = null;
            busy.set(false);
            takeOutIfClosed();
            node.shared.endIfOver();
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException("the poller " + node.name() + " is closed");
    }

    private int poll(EventHandler<? super E> handler, int max) throws Exception {
        Barrier barrier = node.barrier;
        long from = done.own() + 1;
        long ready = barrier.ready(from, from + max - 1);
        if (ready < from) {
            node.idle();
            return 0;
        }
        long last = barrier.lastEvent(from, ready);
        long sequence = from;
        int handled = 0;
        try {
            for (; sequence <= last; sequence++) {
                if (!barrier.isSkipped(sequence)) {
                    handler.onEvent(node.shared.ring().event(sequence), sequence, sequence == last);
                    handled++;
                }
            }
            sequence = ready + 1;
        } finally {
            if (sequence > from) {
                done.set(sequence - 1);
                node.advanced();
                node.idle();
            }
        }
        return handled;
    }

    /** Takes the stage out of the pipeline, after the poll that is under way, if any. Closing again does nothing. */
    @Override
    public void close() {
        StackRoom.require();
        closed = true;
        takeOutIfClosed();
    }

    /** Once out, it stays busy: who polls too late finds that. */
    private void takeOutIfClosed() {
        if (closed && busy.compareAndSet(false, true)) {
            pipeline.removePoller(node);
        }
    }
}
