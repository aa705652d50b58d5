package dev.ropewalk.stress;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Operations that ought to be atomic and aren't, for {@link Flaw#NOT_ATOMIC}. */
@SuppressWarnings("ReferenceEquality") // the same object, not an equal one
public final class NotAtomic {
    private NotAtomic() {}

    public static boolean compareAndSet(VarHandle field, Object owner, int expected, int value) {
        if ((int) field.getVolatile(owner) != expected) {
            return false;
        }
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(VarHandle field, Object owner, long expected, long value) {
        if ((long) field.getVolatile(owner) != expected) {
            return false;
        }
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(
            VarHandle field, Object owner, @Nullable Object expected, @Nullable Object value) {
        if ((@Nullable Object) field.getVolatile(owner) != expected) {
            return false;
        }
        field.setVolatile(owner, value);
        return true;
    }

    public static boolean compareAndSet(AtomicInteger word, int expected, int value) {
        if (word.get() != expected) {
            return false;
        }
        word.set(value);
        return true;
    }

    public static boolean compareAndSet(AtomicLong word, long expected, long value) {
        if (word.get() != expected) {
            return false;
        }
        word.set(value);
        return true;
    }

    public static boolean compareAndSet(
            AtomicReference<@Nullable Object> word, @Nullable Object expected, @Nullable Object value) {
        if (word.get() != expected) {
            return false;
        }
        word.set(value);
        return true;
    }

    public static @Nullable Object getAndSet(VarHandle field, Object owner, @Nullable Object value) {
        Object before = field.getVolatile(owner);
        field.setVolatile(owner, value);
        return before;
    }

    public static int getAndSet(VarHandle field, Object owner, int value) {
        int before = (int) field.getVolatile(owner);
        field.setVolatile(owner, value);
        return before;
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // as bytecode calls it
    public static @Nullable Object getAndSet(AtomicReferenceFieldUpdater field, Object owner, @Nullable Object value) {
        Object before = field.get(owner);
        field.set(owner, value);
        return before;
    }
}
