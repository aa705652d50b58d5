package dev.ropewalk.actor.flow;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The message of an end that is to be sent behind a number of elements, which any thread takes off.
 *
 * <p>Why it is handed out once, and after all elements were taken off: {@code waiting} counts these elements, and one more as long as there is no
 * end. Only who sets the end takes that one off. No element is added to zero. So the number becomes zero once, with
 * the last of them, and whoever makes it zero sees the end, which was written before the end's one was taken off.
 *
 * @param <M> the type of the message
 */
final class EndBehindAll<M> {
    private static final VarHandle WAITING = VarHandles.of(MethodHandles.lookup(), "waiting", int.class);
    private static final VarHandle END = VarHandles.of(MethodHandles.lookup(), "end", Object.class);

    private volatile int waiting = 1;

    private volatile @Nullable M end;

    /** Returns how many elements weren't taken off. */
    int waiting() {
        return waiting - (end == null ? 1 : 0);
    }

    /** Adds an element, unless the end was handed out; returns whether it did. */
    boolean tryAdd() {
        int before;
        do {
            before = waiting;
            if (before == 0) {
                return false;
            }
        } while (!WAITING.compareAndSet(this, before, before + 1));
        return true;
    }

    /** Takes an element off; returns the end if it is to be sent now. */
    @Nullable
    M takeOff() {
        return (int) WAITING.getAndAdd(this, -1) == 1 ? end : null;
    }

    /** Sets the end, unless there is one; returns it if it is to be sent now. */
    @Nullable
    M set(M message) {
        return END.compareAndSet(this, null, message) ? takeOff() : null;
    }
}
