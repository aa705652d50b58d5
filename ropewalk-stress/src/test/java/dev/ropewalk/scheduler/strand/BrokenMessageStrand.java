package dev.ropewalk.scheduler.strand;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A strand that is its own first node, as one would write it at first, and with one flaw. It is in its queue or not. */
final class BrokenMessageStrand {
    enum Flaw {
        BODY_WRITTEN_WHEN_QUEUED,
        START_BY_CHECK_THEN_ACT
    }

    private final Flaw flaw;
    private final Runnable handler;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicReference<@Nullable Node> tail = new AtomicReference<>();
    private final Node own = new Node(false);

    private static final class Node {
        private volatile boolean full;
        private volatile @Nullable Node after;

        Node(boolean full) {
            this.full = full;
        }
    }

    BrokenMessageStrand(Flaw flaw, Runnable handler) {
        this.flaw = flaw;
        this.handler = handler;
        if (flaw == Flaw.START_BY_CHECK_THEN_ACT) {
            tail.set(own);
        }
    }

    void start() {
        if (tail.get() == own) {
            tail.set(null);
        } else {
            queued.incrementAndGet();
        }
    }

    void send() {
        if (tail.compareAndSet(null, own)) {
            if (flaw == Flaw.BODY_WRITTEN_WHEN_QUEUED) {
                queued.incrementAndGet();
                own.full = true;
            } else {
                own.full = true;
                queued.incrementAndGet();
            }
        } else {
            var node = new Node(true);
            Node last = tail.getAndSet(node);
            if (last != null) {
                last.after = node;
            }
        }
    }

    /** Runs once if it is queued, as a worker does. */
    void runQueued() {
        if (queued.get() == 0) {
            return;
        }
        queued.decrementAndGet();
        Node node = own;
        for (; ; ) {
            if (node.full) {
                node.full = false;
                handler.run();
            }
            if (tail.compareAndSet(node, null)) {
                return;
            }
            Node after = node.after;
            while (after == null) {
                Thread.onSpinWait();
                after = node.after;
            }
            node.after = null;
            node = after;
        }
    }
}
