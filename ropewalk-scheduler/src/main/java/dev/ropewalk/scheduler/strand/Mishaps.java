package dev.ropewalk.scheduler.strand;

import dev.ropewalk.scheduler.queue.QueueNode;
import org.jspecify.annotations.Nullable;

/**
 * What a thread could not finish because its stack or the heap had come to its end, left here for a thread that can.
 *
 * <p>A submission consists of steps. The first that others can see is the exchange by which a strand stops being idle, the
 * last is the call that wakes a worker, and at each call in between a {@link StackOverflowError} or an {@link
 * OutOfMemoryError} may come. A strand that is neither idle nor queued would be dead for ever; a search permit that no worker
 * holds would keep all thieves asleep; a worker that counts as awake but was never unparked would sleep for ever.
 *
 * <p>The rules by which nothing is lost:
 * <ul>
 *   <li>To queue something either happens or throws: its last call is the one that publishes, and nothing that could throw
 *       comes between the effect of that call and its return.
 *   <li>A thread that fails before that leaves the node here, and the submission counts as accepted.
 *   <li>A thread that fails after that, on the way to wake a worker, sets {@code any}. Then all workers are woken.
 * </ul>
 *
 * <p>A thread that fails has no stack left, so it must leave its note without a single call: it assigns fields, in a {@code
 * synchronized} block. Hence the fields are open and the lock is a monitor. No thread waits for anything while it holds the
 * lock, and no code of users runs.
 *
 * <p>Taking the monitor may fail, too: the JVM's interpreter looks for room for the monitor on the stack. It goes on with
 * such a handler where a compiler had left it out, in a frame that is larger than the compiled one and may end beyond what
 * was looked at. A thread that gets no monitor goes through the {@link Place places} until it finds a free one; this takes
 * nothing but reads and writes of fields.
 *
 * <p>{@code Dispatch.recover} finishes what is here. Workers call it when they look at the clock and before they park, and the
 * monitor whenever it watches, once a second at least: they stand near the bottom of their stacks. {@code any} is the only
 * field that is read without the lock. It is set after what it tells of and cleared before that is seen to, so that none is
 * missed.
 *
 * <p>When the scheduler has ended there are no such threads, and none looks from time to time, since that would cost
 * something in an idle process. What is cut short after the drain is finished with the next order to that scheduler, {@link
 * StrandHost#enqueueAlways}, which has the JDK's common pool recover. If none comes it stays undone.
 */
public final class Mishaps {
    /** Where an exception goes is decided by a class that the loader must know by then, or it would need stack to find it. */
    static final Class<?> CAUGHT = Throwable.class;

    private static final int PLACES = 64;

    public volatile boolean any;

    /** Strands that have tasks, and tasks, which are in no queue; linked by {@link QueueNode#next}. */
    public @Nullable QueueNode nodes;

    /** Virtual threads that can go on and may be in no queue, linked by {@code nextLost}. */
    public @Nullable VirtualThreadTask threads;

    /** Whether no worker holds the only search permit; no other thread can get that one, so that a plain write is enough. */
    public volatile boolean permit;

    /**
     * Where nodes are left by threads that didn't get the monitor. There is a free one for the next, unless memory has run
     * out.
     */
    public volatile Place places = new Place(null);

    Mishaps() {
        for (int i = 1; i < PLACES; i++) {
            places = new Place(places);
        }
    }

    /**
     * A place for one node, which at most one thread gets although all only read and write: a splitter (Lamport's fast mutual
     * exclusion, 1987; Moir and Anderson, 1995).
     *
     * <pre>
     *   last = node;
     *   if (!taken) {
     *       taken = true;
     *       if (last == node) {
     *           it is mine, for this node
     * </pre>
     *
     * <p>Why two never get it: the one that wrote {@code last} later did so after the other had read it unchanged, hence
     * after that one's {@code taken = true}, and so found the place taken. All accesses are volatile, and no two threads bring
     * the same node at a time. If several come at once it may be that none gets the place; then it stays taken.
     *
     * <p>{@link #takeLocked} frees the place after its owner's last write. A thread that was overtaken meanwhile may mark it
     * as taken once more, but doesn't get it, since {@code last} isn't its node any longer.
     */
    public static final class Place {
        public final @Nullable Place other;
        public volatile @Nullable QueueNode last;
        public volatile boolean taken;
        public volatile @Nullable QueueNode node;

        Place(@Nullable Place other) {
            this.other = other;
        }
    }

    /**
     * Takes all nodes, linked to a list; the caller holds the lock. This needs no memory: what is taken would be lost
     * without.
     */
    public @Nullable QueueNode takeLocked() {
        QueueNode taken = nodes;
        nodes = null;
        for (Place place = places; place != null; place = place.other) {
            QueueNode node = place.node;
            if (node != null) {
                node.next = taken;
                taken = node;
                place.node = null;
                place.taken = false;
            }
        }
        return taken;
    }

    /** Adds places for those that stay taken because several came at once. Without memory for them the next call does. */
    public synchronized void replenish() {
        try {
            for (int missing = PLACES - free(); missing > 0; missing--) {
                places = new Place(places);
            }
        } catch (OutOfMemoryError noMemory) {
            return;
        }
    }

    /** Counts the places that are free. */
    public int free() {
        int free = 0;
        for (Place place = places; place != null; place = place.other) {
            free += place.taken ? 0 : 1;
        }
        return free;
    }
}
