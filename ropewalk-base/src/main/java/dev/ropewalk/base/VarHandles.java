package dev.ropewalk.base;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/**
 * Finds the {@link VarHandle} of a field, for a constant beside it:
 *
 * <pre>{@code
 * private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);
 *
 * private volatile int state;
 * }</pre>
 */
public final class VarHandles {
    private VarHandles() {}

    /**
     * Returns the handle of an instance field of the class that looks it up.
     *
     * @throws ExceptionInInitializerError if the class has no such field
     */
    public static VarHandle of(Lookup lookup, String field, Class<?> type) {
        return of(lookup, lookup.lookupClass(), field, type);
    }

    /**
     * Returns the handle of an instance field of a class.
     *
     * @throws ExceptionInInitializerError if the class has no such field, or the lookup can't see it
     */
    public static VarHandle of(Lookup lookup, Class<?> owner, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Returns the handle of a static field of the class that looks it up.
     *
     * @throws ExceptionInInitializerError if the class has no such field
     */
    public static VarHandle ofStatic(Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findStaticVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
