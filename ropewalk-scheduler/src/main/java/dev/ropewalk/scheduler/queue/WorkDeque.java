package dev.ropewalk.scheduler.queue;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A worker's queue: its owner pushes and pops the newest item, any thread takes the oldest. The elements are strands, virtual
 * threads and plain tasks.
 *
 * <p>Shape: the circular work-stealing deque of Chase and Lev (SPAA 2005), with the orderings of Le, Pop, Cohen and Zappa
 * Nardelli (PPoPP 2013). The live items are those with {@code top <= index < bottom}; index {@code i} is kept in slot
 * {@code i & (length - 1)}.
 *
 * <pre>{@code
 *            top                      bottom
 *             |                         |
 *   ... [ - ] [oldest] [...] [newest] [ - ] ...
 *         thieves -->              <-- owner
 * }</pre>
 *
 * <p>Writers: of {@code bottom}, the array and its slots only the owner; of {@code top} any thread, only by compare-and-set and
 * only upwards.
 *
 * <p>Why it is right.
 * <ul>
 *   <li>An item is published by the release store of {@code bottom} and seen through its acquire load.
 *   <li>Owner and thief can want the same item only when it is the last one. The owner writes {@code bottom}, then reads
 *       {@code top}; a thief reads {@code top}, then {@code bottom}. All four are volatile, so in their total order either
 *       the thief sees that the item is gone, or the owner sees that it is down to the last item, and then both take it by
 *       compare-and-set of {@code top}, which one of them wins.
 *   <li>A thief reads the slot before its compare-and-set. If the owner has reused the slot since, {@code top} has moved
 *       and the compare-and-set fails, whatever was read.
 *   <li>Growing copies the live items into a larger array. The old one is never written again, so a thief that still
 *       holds it reads what was there.
 *   <li>The head item with index {@code i} is the same item for as long as {@code top == i}: taking the last item moves
 *       {@code top}, too. Hence an observer can tell how long the oldest item has waited without a clock in the owner.
 * </ul>
 *
 * <p>What differs from the papers: the owner keeps a lower bound of {@code top} so that a push needn't read a line that
 * thieves write; it clears slots of stolen items when it finds the deque empty, so that a deque holds no dead work.
 */
public final class WorkDeque extends WorkDequeBottom {
    private static final VarHandle TOP = VarHandles.of(MethodHandles.lookup(), "top", long.class);
    private static final int INITIAL_LENGTH = 256;
    private static final int MAX_LENGTH = 1 << 30;

    long b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;

    @SuppressWarnings("UnusedVariable") // accessed through TOP
    private volatile long top;

    long t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;

    public WorkDeque() {
        this(INITIAL_LENGTH);
    }

    /** Makes a deque with room for a number of items, a power of two, before it grows. */
    public WorkDeque(int length) {
        super(length);
    }

    /** Adds the newest item, or throws and does nothing; owner only. */
    public void push(Object item) {
        long b = bottom;
        @Nullable Object[] slots = array;
        if (b - topBound >= slots.length) {
            topBound = topAcquire();
            if (b - topBound >= slots.length) {
                slots = grow(slots, topBound, b);
            }
        }
        slots[(int) b & (slots.length - 1)] = item;
        BOTTOM.setRelease(this, b + 1);
    }

    /** Makes room for some more items; owner only. Returns whether there is; if not, memory has run out. */
    public boolean makeRoom(int items) {
        topBound = topAcquire();
        try {
            while (bottom - topBound + items > array.length) {
                grow(array, topBound, bottom);
            }
            return true;
        } catch (OutOfMemoryError | IllegalStateException full) {
            return false;
        }
    }

    /** Takes the newest item, or returns null if there is none; owner only. */
    public @Nullable Object pop() {
        long b = bottom - 1;
        long t = topAcquire();
        if (b < t) {
            sweep(t);
            return null;
        }
        BOTTOM.setVolatile(this, b);
        t = (long) TOP.getVolatile(this);
        @Nullable Object[] slots = array;
        int slot = (int) b & (slots.length - 1);
        if (b > t) {
            Object item = slots[slot];
            slots[slot] = null;
            return item;
        }
        Object item = null;
        if (b == t && TOP.compareAndSet(this, t, t + 1)) {
            item = slots[slot];
        }
        BOTTOM.setRelease(this, b + 1);
        sweep(b + 1);
        return item;
    }

    /** Takes the oldest item, or returns null if there is none; owner only. Unlike {@link #poll} it leaves no trace. */
    public @Nullable Object pollOldest() {
        for (; ; ) {
            long t = headIndex();
            Object item = peekAt(t);
            if (item == null && headIndex() == t) {
                sweep(t);
                return null;
            }
            if (item != null && takeAt(t)) {
                array[(int) t & (array.length - 1)] = null;
                return item;
            }
        }
    }

    /** Takes the oldest item, or returns null if there is none. Any thread may. */
    public @Nullable Object poll() {
        for (; ; ) {
            long t = (long) TOP.getVolatile(this);
            Object item = peekAt(t);
            if (item == null) {
                if (headIndex() == t) {
                    return null;
                }
            } else if (takeAt(t)) {
                return item;
            }
        }
    }

    /** Returns the index of the oldest item: while it stays the same and something is here, that item is the same. */
    public long headIndex() {
        return (long) TOP.getVolatile(this);
    }

    /** Returns the item at an index got from {@link #headIndex}, or null if nothing is there. Any thread may. */
    public @Nullable Object peekAt(long head) {
        long b = (long) BOTTOM.getVolatile(this);
        if (head >= b) {
            return null;
        }
        @Nullable Object[] slots = arrayAcquire();
        return slots[(int) head & (slots.length - 1)];
    }

    /** Takes the item that {@link #peekAt} showed, unless another thread has. Any thread may. */
    public boolean takeAt(long head) {
        return TOP.compareAndSet(this, head, head + 1);
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns how many items are here; a moving figure unless the owner asks. */
    public int size() {
        long t = topAcquire();
        long b = (long) BOTTOM.getAcquire(this);
        return (int) Math.max(0, b - t);
    }

    private long topAcquire() {
        return (long) TOP.getAcquire(this);
    }

    private @Nullable Object[] grow(@Nullable Object[] old, long t, long b) {
        if (old.length == MAX_LENGTH) {
            throw new IllegalStateException("a worker's queue is full: " + (b - t) + " items");
        }
        @Nullable Object[] slots = new @Nullable Object[old.length * 2];
        for (long i = t; i < b; i++) {
            slots[(int) i & (slots.length - 1)] = old[(int) i & (old.length - 1)];
        }
        arrayRelease(slots);
        swept = t;
        return slots;
    }

    private void sweep(long end) {
        @Nullable Object[] slots = array;
        for (long i = Math.max(swept, end - slots.length); i < end; i++) {
            slots[(int) i & (slots.length - 1)] = null;
        }
        swept = end;
    }
}

/** The owner's end, on cache lines of its own. */
abstract class WorkDequeBottom extends CacheLinePadding {
    static final VarHandle BOTTOM = VarHandles.of(MethodHandles.lookup(), "bottom", long.class);
    private static final VarHandle ARRAY = VarHandles.of(MethodHandles.lookup(), "array", Object[].class);

    /** One behind the newest item. Read plainly by the owner, its only writer. */
    long bottom;

    /** At most {@code top}; the owner's. */
    long topBound;

    /** Slots of indices below this one are cleared or reused; the owner's. */
    long swept;

    @Nullable
    Object[] array;

    WorkDequeBottom(int length) {
        array = new @Nullable Object[length];
    }

    final @Nullable Object[] arrayAcquire() {
        return (@Nullable Object[]) ARRAY.getAcquire(this);
    }

    final void arrayRelease(@Nullable Object[] slots) {
        ARRAY.setRelease(this, slots);
    }
}
