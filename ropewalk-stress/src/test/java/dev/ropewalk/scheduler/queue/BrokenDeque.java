package dev.ropewalk.scheduler.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * {@link WorkDeque} in short, and with one flaw. It isn't made from bytecode: an array that is published before its items are copied is
 * another order of two steps, and Lincheck transforms classes itself.
 */
public final class BrokenDeque {
    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(BrokenDeque.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(BrokenDeque.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public enum Flaw {
        POP_WITHOUT_CAS,
        ARRAY_BEFORE_ITEMS
    }

    private final Flaw flaw;
    private volatile long top;

    // As in the deque, the two ends stand on cache lines of their own, else a store to one drains with the other.
    long t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;

    private long bottom;
    private volatile @Nullable Object[] array = new @Nullable Object[2];

    public BrokenDeque(Flaw flaw) {
        this.flaw = flaw;
    }

    public void push(Object item) {
        long b = bottom;
        long t = top;
        if (b - t >= array.length) {
            grow(t, b);
        }
        array[(int) b & (array.length - 1)] = item;
        BOTTOM.setRelease(this, b + 1);
    }

    private void grow(long t, long b) {
        @Nullable Object[] old = array;
        @Nullable Object[] slots = new @Nullable Object[old.length * 2];
        if (flaw == Flaw.ARRAY_BEFORE_ITEMS) {
            array = slots;
        }
        for (long i = t; i < b; i++) {
            slots[(int) i & (slots.length - 1)] = old[(int) i & (old.length - 1)];
        }
        array = slots;
    }

    public @Nullable Object pop() {
        long b = bottom - 1;
        BOTTOM.setVolatile(this, b);
        long t = (long) TOP.getVolatile(this);
        int slot = (int) b & (array.length - 1);
        if (b > t) {
            return array[slot];
        }
        Object item = null;
        if (b == t && (flaw == Flaw.POP_WITHOUT_CAS || TOP.compareAndSet(this, t, t + 1))) {
            item = array[slot];
            top = t + 1;
        }
        BOTTOM.setRelease(this, b + 1);
        return item;
    }

    public @Nullable Object poll() {
        for (; ; ) {
            long t = top;
            Object item = peekAt(t);
            if (item == null) {
                if (top == t) {
                    return null;
                }
            } else if (takeAt(t)) {
                return item;
            }
        }
    }

    long headIndex() {
        return top;
    }

    @Nullable
    Object peekAt(long head) {
        long b = (long) BOTTOM.getVolatile(this);
        return head >= b ? null : array[(int) head & (array.length - 1)];
    }

    boolean takeAt(long head) {
        return TOP.compareAndSet(this, head, head + 1);
    }
}
