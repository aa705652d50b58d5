package dev.ropewalk.scheduler.queue;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded FIFO queue into which any thread puts and from which one thread at a time takes. It is how work reaches a
 * worker from elsewhere.
 *
 * <p>Shape: Vyukov's intrusive MPSC queue, a singly linked list from {@code head} to {@code tail} through the nodes' own
 * fields, with a stub node so that it is never empty.
 *
 * <pre>{@code
 *   empty:   head --> stub <-- tail
 *   else:    head --> [stub -->] n1 --> n2 --> ... <-- tail
 * }</pre>
 *
 * <p>Why it is right.
 * <ul>
 *   <li>A producer takes its place with one atomic exchange of {@code tail}, which orders all producers, and then links its
 *       predecessor to itself with a release store. No other thread writes that link, so links are never lost. A producer
 *       whose stack ends between the two steps links by an assignment, which needs no call.
 *   <li>Between the two steps the chain is broken: the consumer sees no successor and says "nothing" although something is
 *       there. That is harmless because the producer looks for a parked worker after its second step, so the thread that said
 *       "nothing" and parked is woken.
 *   <li>The consumer gives a node out only when the node's successor is known, or when it has exchanged the node for the
 *       stub as the tail. Either way no producer will touch the node again, so it may be queued anew at once.
 *   <li>The stub becomes the tail only by that exchange, a compare-and-set that fails if anything came behind the last
 *       node. Hence the tail is the stub only while nothing is queued, which is what {@link #isEmpty} relies on: were the
 *       stub put behind the last node by an unconditional exchange, a node that came in between would hide before it.
 *   <li>A node that is given out is unlinked, so that one that lives on holds none of those that came after it.
 *   <li>There is one consumer at a time because of {@code lock}, a try-lock: acquired by compare-and-set, freed by a
 *       release store, which also hands {@code head} over. Thieves use the same lock. A thread that fails to get it goes on
 *       elsewhere; a worker doesn't park while {@link #isEmpty} is false, so a failed attempt is repeated.
 * </ul>
 *
 * <p>Memory effects: what a thread did before {@link #put} happens-before what the taker of that node does.
 */
public final class Inbox extends InboxPadding {
    private static final VarHandle LOCK = VarHandles.of(MethodHandles.lookup(), "lock", int.class);
    private static final VarHandle TAKEN = VarHandles.of(MethodHandles.lookup(), "taken", long.class);

    @SuppressWarnings("UnusedVariable") // accessed through LOCK
    private volatile int lock;

    /** The oldest node, or the stub; written under the lock. */
    private QueueNode head;

    private long taken;
    private final Stub stub;

    public Inbox() {
        this(new Stub());
    }

    private Inbox(Stub stub) {
        super(stub);
        this.stub = stub;
        this.head = stub;
    }

    /** Puts a node at the end, or throws and does nothing. Any thread may; never waits. */
    public void put(QueueNode node) {
        node.nextClear();
        QueueNode before = swapTail(node);
        try {
            before.nextRelease(node);
        } catch (Throwable noStack) {
            before.next = node;
        }
    }

    /** Returns whether nothing is queued. A put that is under way may or may not count. */
    public boolean isEmpty() {
        return tailAcquire() == stub;
    }

    /** Takes the oldest item, or returns null if there is none or another thread is taking. */
    public @Nullable Object poll() {
        if (isEmpty() || !tryLock()) {
            return null;
        }
        try {
            return pollLocked();
        } finally {
            unlock();
        }
    }

    public boolean tryLock() {
        return (int) LOCK.getOpaque(this) == 0 && LOCK.compareAndSet(this, 0, 1);
    }

    public void unlock() {
        LOCK.setRelease(this, 0);
    }

    /** Returns the oldest item and leaves it queued; the caller holds the lock. */
    public @Nullable Object peekLocked() {
        QueueNode first = head;
        if (first == stub) {
            QueueNode next = first.nextAcquire();
            return next == null ? null : next.item();
        }
        return first.item();
    }

    /** Takes the oldest item; the caller holds the lock. */
    @SuppressWarnings("ReferenceEquality") // the same node, not an equal one
    public @Nullable Object pollLocked() {
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
            stub.nextClear();
            if (!replaceTail(first, stub)) {
                return null;
            }
            next = stub;
        }
        head = next;
        first.nextClear();
        TAKEN.setOpaque(this, taken + 1);
        return first.item();
    }

    /** Counts what is queued, up to a bound, by walking the chain if no thread is taking; a moving figure for statistics. */
    public int size(int bound) {
        if (isEmpty() || !tryLock()) {
            return 0;
        }
        try {
            int count = 0;
            for (QueueNode node = head; node != null && count < bound; node = node.nextAcquire()) {
                count += node == stub ? 0 : 1;
            }
            return count;
        } finally {
            unlock();
        }
    }

    /** Returns how many items were ever taken; while it stays the same, the oldest item is the same. */
    public long taken() {
        return (long) TAKEN.getOpaque(this);
    }

    private static final class Stub extends QueueNode {
        @Override
        protected Object item() {
            throw new AssertionError("the stub was taken");
        }
    }
}

/** The producers' end, on cache lines of its own. */
abstract class InboxTail extends CacheLinePadding {
    /** For the exchange. A VarHandle's casts its result, in a call that may overflow the stack when the exchange is done. */
    private static final AtomicReferenceFieldUpdater<InboxTail, QueueNode> LAST =
            AtomicReferenceFieldUpdater.newUpdater(InboxTail.class, QueueNode.class, "tail");

    private static final VarHandle TAIL = VarHandles.of(MethodHandles.lookup(), "tail", QueueNode.class);

    @SuppressWarnings("UnusedVariable") // accessed through TAIL
    private volatile QueueNode tail;

    InboxTail(QueueNode stub) {
        tail = stub;
    }

    final QueueNode swapTail(QueueNode node) {
        return LAST.getAndSet(this, node);
    }

    /** Replaces the last node, unless another one has come behind it. */
    final boolean replaceTail(QueueNode last, QueueNode by) {
        return TAIL.compareAndSet(this, last, by);
    }

    final QueueNode tailAcquire() {
        return (QueueNode) TAIL.getAcquire(this);
    }
}

/** Keeps the consumer's end away from the producers'; a class of its own because the JVM lays out references together. */
abstract class InboxPadding extends InboxTail {
    int t0;
    long t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;

    InboxPadding(QueueNode stub) {
        super(stub);
    }
}
