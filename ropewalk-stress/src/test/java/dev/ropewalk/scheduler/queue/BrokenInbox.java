package dev.ropewalk.scheduler.queue;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@link Inbox} in short, and with one flaw. */
@SuppressWarnings("ReferenceEquality") // the same node, not an equal one
final class BrokenInbox {
    enum Flaw {
        STUB_BY_EXCHANGE,
        PUT_WITHOUT_EXCHANGE,
        LOCK_WITHOUT_CAS
    }

    private final Flaw flaw;
    private final QueueNode stub = Items.node(0);
    private final AtomicReference<QueueNode> tail = new AtomicReference<>(stub);
    private final AtomicBoolean lock = new AtomicBoolean();
    private QueueNode head = stub;

    BrokenInbox(Flaw flaw) {
        this.flaw = flaw;
    }

    void put(QueueNode node) {
        node.nextClear();
        QueueNode last;
        if (flaw == Flaw.PUT_WITHOUT_EXCHANGE) {
            last = Objects.requireNonNull(tail.get());
            tail.set(node);
        } else {
            last = Objects.requireNonNull(tail.getAndSet(node));
        }
        last.nextRelease(node);
    }

    boolean isEmpty() {
        return tail.get() == stub;
    }

    @Nullable
    Object poll() {
        if (isEmpty() || !tryLock()) {
            return null;
        }
        try {
            return pollLocked();
        } finally {
            lock.setRelease(false);
        }
    }

    private boolean tryLock() {
        if (flaw == Flaw.LOCK_WITHOUT_CAS) {
            boolean free = !lock.get();
            lock.set(true);
            return free;
        }
        return lock.compareAndSet(false, true);
    }

    private @Nullable Object pollLocked() {
        QueueNode first = head;
        QueueNode next = first.nextAcquire();
        if (first == stub) {
            if (next == null) {
                return null;
            }
            head = next;
            first = next;
            next = first.nextAcquire();
        }
        if (next == null) {
            next = successorByStub(first);
            if (next == null) {
                return null;
            }
        }
        head = next;
        return first.item();
    }

    private @Nullable QueueNode successorByStub(QueueNode last) {
        if (flaw == Flaw.STUB_BY_EXCHANGE) {
            if (tail.get() != last) {
                return null;
            }
            put(stub);
            return last.nextAcquire();
        }
        stub.nextClear();
        return tail.compareAndSet(last, stub) ? stub : null;
    }
}
