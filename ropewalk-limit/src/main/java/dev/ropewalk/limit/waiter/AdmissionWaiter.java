package dev.ropewalk.limit.waiter;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A thread or a future that waits to be admitted, and what becomes of it.
 *
 * <p>It is settled once: granted a value by the thread that admits it, refused with an error, or withdrawn by the waiting side. All
 * of them try the same compare-and-set from null, so that one alone succeeds, and only the winner may act on it. A granter whose
 * {@link #grant} returned false still has what it wanted to give. A waiter that failed to withdraw has been given something. So a
 * permit is never lost between the two.
 *
 * <p>Settling and waking are apart. Granting belongs under the lock of the granter, so that the order is kept. Waking may run code of
 * users and belongs outside of it. What the granter did before it granted happens-before what the waiter does with the value, because
 * the value is written with release and read with acquire.
 *
 * @param <T> what is granted
 */
public abstract class AdmissionWaiter<T> {
    private static final VarHandle OUTCOME = VarHandles.of(MethodHandles.lookup(), "outcome", Object.class);

    private enum Withdrawn {
        WITHDRAWN
    }

    private record Refusal(RuntimeException error) {}

    @SuppressWarnings("UnusedVariable") // accessed through OUTCOME
    private volatile @Nullable Object outcome;

    /** Gives the value; returns false if the waiter was settled already, and the value stays with the caller. */
    public final boolean grant(T value) {
        return OUTCOME.compareAndSet(this, null, Objects.requireNonNull(value));
    }

    /** Lets the wait fail; returns false if the waiter was settled already. */
    public final boolean refuse(RuntimeException error) {
        return OUTCOME.compareAndSet(this, null, new Refusal(error));
    }

    /** Returns the name of the thread that waits, empty if none does. */
    public String threadName() {
        return "";
    }

    /** Gives up; returns false if the waiter was settled already, so that its outcome must be dealt with. */
    public boolean withdraw() {
        return OUTCOME.compareAndSet(this, null, Withdrawn.WITHDRAWN);
    }

    public final boolean isSettled() {
        return OUTCOME.getAcquire(this) != null;
    }

    /** Returns whether it was granted its value. */
    public final boolean isGranted() {
        Object value = OUTCOME.getAcquire(this);
        return value != null && !(value instanceof Refusal) && !(value instanceof Withdrawn);
    }

    /** Returns the error with which it was refused, or null. */
    public final @Nullable RuntimeException refusal() {
        return OUTCOME.getAcquire(this) instanceof Refusal refusal ? refusal.error() : null;
    }

    /** Returns what was granted, or null if it was withdrawn or isn't settled; throws the error if it was refused. */
    @SuppressWarnings("unchecked")
    public final @Nullable T granted() {
        Object value = OUTCOME.getAcquire(this);
        if (value instanceof Refusal refusal) {
            throw refusal.error();
        }
        return value instanceof Withdrawn ? null : (T) value;
    }

    /** Tells the waiting side that it was granted or refused. Called once, by the thread that settled it, outside of all locks. */
    protected abstract void wake();
}
