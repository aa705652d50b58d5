package dev.ropewalk.actor.mailbox;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** {@link InboxQueue} with a reader that looks at the tail and then writes it, in two steps instead of one. */
final class BrokenInboxQueue {
    private static final class Node {
        final @Nullable Object message;
        final AtomicReference<@Nullable Node> next = new AtomicReference<>();

        Node(@Nullable Object message) {
            this.message = message;
        }
    }

    private final Node asleep = new Node(null);
    private Node head = new Node(null);
    private final AtomicReference<Node> tail = new AtomicReference<>(head);

    @SuppressWarnings("ReferenceEquality") // asks which node it is
    boolean put(Object message) {
        var node = new Node(message);
        Node before = tail.getAndSet(node);
        before.next.set(node);
        return before == asleep;
    }

    @Nullable
    @SuppressWarnings("ReferenceEquality") // asks which node it is
    Object poll() {
        if (tail.get() == head) {
            return null;
        }
        Node node = head.next.get();
        while (node == null) {
            Thread.onSpinWait();
            node = head.next.get();
        }
        head = node;
        return node.message;
    }

    boolean fallAsleep() {
        return replaceLast(head, asleep);
    }

    void wakeUp() {
        replaceLast(asleep, new Node(null));
    }

    @SuppressWarnings("ReferenceEquality") // asks which node it is
    private boolean replaceLast(Node last, Node by) {
        if (tail.get() != last) {
            return false;
        }
        tail.setRelease(by);
        head = by;
        return true;
    }
}
