package dev.ropewalk.actor.supervision;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The system messages that wait for an actor: a stack linked through the messages. The actor takes all of them at once and turns them
 * round. The stack costs an actor one field.
 *
 * <p>Why nothing is lost: a sender that finds the stack empty wakes the actor after its push, and the actor empties the stack by an
 * atomic exchange before it handles anything. A message pushed onto a stack that wasn't empty is covered by the wake-up of the
 * message below it, which hasn't been carried out yet.
 */
abstract class SystemMessages extends LifeState {
    private static final VarHandle TOP = VarHandles.of(MethodHandles.lookup(), "top", SystemMessage.class);

    private volatile @Nullable SystemMessage top;

    /** Adds a system message; returns whether the actor must be woken. */
    protected final boolean push(SystemMessage message) {
        SystemMessage below;
        do {
            below = top;
            message.next = below;
        } while (!TOP.compareAndSet(this, below, message));
        return below == null;
    }

    /** Takes back a message for which the actor can't be woken; returns false if it was taken, or others stand on it. */
    protected final boolean withdraw(SystemMessage message) {
        return message.next == null && TOP.compareAndSet(this, message, (SystemMessage) null);
    }

    public final boolean hasSystemMessages() {
        return top != null;
    }

    /** Takes all system messages, the oldest first, linked through {@code next}. */
    protected final @Nullable SystemMessage takeAll() {
        SystemMessage message = (SystemMessage) TOP.getAndSet(this, (SystemMessage) null);
        SystemMessage oldest = null;
        while (message != null) {
            SystemMessage below = message.next;
            message.next = oldest;
            oldest = message;
            message = below;
        }
        return oldest;
    }
}
