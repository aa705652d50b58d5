package dev.ropewalk.actor.mailbox;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a blocking actor: any thread puts, one reads, and the reader sleeps while nothing is there.
 *
 * <p>Shape: a linked list that begins with the node read last. While all is read, it consists of one node, and which one that
 * is says whether the reader sleeps: {@code tail} is the queue's end and the reader's state in one, so that neither side needs
 * more than one atomic operation.
 *
 * <pre>{@code
 *   reading:  head --> node --> node <-- tail
 *   all read: head --> node <-- tail             the node read last, or AWAKE
 *   asleep:   head --> ASLEEP <-- tail
 *   woken:    head --> ASLEEP --> node <-- tail
 * }</pre>
 *
 * <p>Why it is right.
 * <ul>
 *   <li>No wake-up is lost: the reader falls asleep by a compare-and-set of {@code tail} from the node that it read last. If a
 *       message came after its last look, {@code tail} is that message and the reader stays awake; if one comes later, its
 *       exchange returns ASLEEP, and that producer wakes the reader. In either case exactly one side sees the other, since both
 *       write the same field.
 *   <li>No wake-up is wasted: only the producer that replaces ASLEEP wakes, and a reader that gives up waiting replaces ASLEEP
 *       by AWAKE, by compare-and-set. If that fails a message has come, which it then reads; the wake-up that is on its way
 *       makes one later park return at once, which every wait must expect anyway.
 *   <li>AWAKE and ASLEEP can be used again and again: each enters the list only by those two compare-and-sets, which succeed only
 *       if the other one or a node that has been read is alone in it. A marker that has left is linked to nothing.
 *   <li>Between a producer's exchange and its link there is a message that can't be read yet. The reader neither sleeps nor
 *       says that nothing is there: it lets others run until the link is made. A virtual thread isn't unmounted between the
 *       two, so that the producer never waits for the carrier that the reader holds.
 *   <li>Happens-before: the message is written before its node is linked with release, and read after the link is read with
 *       acquire. What the reader wrote before it fell asleep is seen by every thread that sees it asleep.
 *   <li>{@link #count} and {@link #isEmpty} race with the reader if others call them, and are guesses then: links are cleared
 *       behind the reader, so a walk may end early.
 * </ul>
 *
 * <p>The single exchange is that of Vyukov's MPSC queue.
 */
public final class InboxQueue {
    private static final VarHandle TAIL = VarHandles.of(MethodHandles.lookup(), "tail", Node.class);
    private static final VarHandle NEXT = VarHandles.of(MethodHandles.lookup(), Node.class, "next", Node.class);
    private static final int SPINS_FOR_LINK = 64;

    private static final class Node {
        /** Null once it was read. Published with the node. */
        @Nullable
        Object message;

        @SuppressWarnings("UnusedVariable") // read through NEXT
        private @Nullable Node next;

        Node(@Nullable Object message) {
            this.message = message;
        }
    }

    private final Node awake = new Node(null);
    private final Node asleep = new Node(null);

    private volatile Node tail = awake;

    /** Belongs to the reader. */
    private Node head = awake;

    /** Adds a message; returns whether the caller has to wake the reader. */
    public boolean put(Object message) {
        var node = new Node(message);
        Node before = (Node) TAIL.getAndSet(this, node);
        NEXT.setRelease(before, node);
        return before == asleep;
    }

    /** Takes the oldest message, null if there is none. For the reader. */
    public @Nullable Object poll() {
        Node before = head;
        Node node = (Node) NEXT.getAcquire(before);
        if (node == null) {
            if (tail == before) {
                return null;
            }
            node = awaitLink(before);
        }
        before.next = null;
        head = node;
        Object message = node.message;
        node.message = null;
        return message;
    }

    /** Waits for a link that another thread makes by its next instruction. */
    private static Node awaitLink(Node before) {
        for (int spins = 0; ; spins++) {
            Node node = (Node) NEXT.getAcquire(before);
            if (node != null) {
                return node;
            }
            if (spins < SPINS_FOR_LINK) {
                Steps.spin(before);
            } else {
                Steps.giveWay(before);
            }
        }
    }

    /**
     * Says that the reader sleeps, unless there is a message. For the reader, which must {@link #wakeUp} before it goes on to
     * anything but {@link #poll}.
     *
     * @return whether nothing is there, so that it may park
     */
    public boolean fallAsleep() {
        Node last = head;
        if (!TAIL.compareAndSet(this, last, asleep)) {
            return false;
        }
        head = asleep;
        return true;
    }

    /** Says that the reader is awake, whatever the reason. For the reader. */
    public void wakeUp() {
        if (head == asleep && TAIL.compareAndSet(this, asleep, awake)) {
            head = awake;
        }
    }

    /** Returns whether the reader sleeps and nothing is there. */
    public boolean isAsleep() {
        return tail == asleep;
    }

    public boolean isEmpty() {
        return tail == head;
    }

    /** Counts the messages that wait, up to a bound. */
    public int count(int max) {
        int count = 0;
        Node node = (Node) NEXT.getAcquire(head);
        while (node != null && count < max) {
            count++;
            node = (Node) NEXT.getAcquire(node);
        }
        return count;
    }
}
