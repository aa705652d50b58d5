package dev.ropewalk.stress;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Operations that ought to be atomic and aren't, for {@link Flaw#NOT_ATOMIC}. */
@SuppressWarnings("ReferenceEquality") // the same object, not an equal one
public final class NotAtomic {
    private static final int PAUSES = 16;

    private NotAtomic() {}

    /** Lets other threads come between the look and the store, which are else so close that they seldom do. */
    public static void dawdle() {
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
    }

    public static boolean compareAndSet(VarHandle field, Object owner, int expected, int value) {
        if ((int) field.getVolatile(owner) != expected) {
            return false;
        }
        dawdle();
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(VarHandle field, Object owner, long expected, long value) {
        if ((long) field.getVolatile(owner) != expected) {
            return false;
        }
        dawdle();
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(VarHandle field, Object owner, boolean expected, boolean value) {
        if ((boolean) field.getVolatile(owner) != expected) {
            return false;
        }
        dawdle();
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(
            VarHandle field, Object owner, @Nullable Object expected, @Nullable Object value) {
        if ((@Nullable Object) field.getVolatile(owner) != expected) {
            return false;
        }
        dawdle();
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(VarHandle words, Object memory, long offset, long expected, long value) {
        if ((long) words.getVolatile((MemorySegment) memory, offset) != expected) {
            return false;
        }
        dawdle();
        words.setVolatile((MemorySegment) memory, offset, value);
        return true;
    }

    public static boolean compareAndSet(AtomicBoolean word, boolean expected, boolean value) {
        if (word.get() != expected) {
            return false;
        }
        dawdle();
        word.set(value);
        return true;
    }

    public static boolean compareAndSet(AtomicInteger word, int expected, int value) {
        if (word.get() != expected) {
            return false;
        }
        dawdle();
        word.set(value);
        return true;
    }

    public static boolean compareAndSet(AtomicLong word, long expected, long value) {
        if (word.get() != expected) {
            return false;
        }
        dawdle();
        word.set(value);
        return true;
    }

    public static boolean compareAndSet(
            AtomicReference<@Nullable Object> word, @Nullable Object expected, @Nullable Object value) {
        if (word.get() != expected) {
            return false;
        }
        dawdle();
        word.set(value);
        return true;
    }

    public static @Nullable Object getAndSet(VarHandle field, Object owner, @Nullable Object value) {
        Object before = field.getVolatile(owner);
        dawdle();
        field.setVolatile(owner, value);
        return before;
    }

    public static int getAndSet(VarHandle field, Object owner, int value) {
        int before = (int) field.getVolatile(owner);
        dawdle();
        field.setVolatile(owner, value);
        return before;
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // as bytecode calls it
    public static @Nullable Object getAndSet(AtomicReferenceFieldUpdater field, Object owner, @Nullable Object value) {
        Object before = field.get(owner);
        dawdle();
        field.set(owner, value);
        return before;
    }

    public static int getAndAdd(VarHandle field, Object owner, int added) {
        int before = (int) field.getVolatile(owner);
        dawdle();
        field.setVolatile(owner, before + added);
        return before;
    }

    public static long getAndAdd(VarHandle field, Object owner, long added) {
        long before = (long) field.getVolatile(owner);
        dawdle();
        field.setVolatile(owner, before + added);
        return before;
    }

    public static int getAndAdd(VarHandle element, Object array, int index, int added) {
        int before = (int) element.getVolatile(array, index);
        dawdle();
        element.setVolatile(array, index, before + added);
        return before;
    }

    public static int getAndIncrement(AtomicInteger word) {
        int before = word.get();
        dawdle();
        word.set(before + 1);
        return before;
    }
}
