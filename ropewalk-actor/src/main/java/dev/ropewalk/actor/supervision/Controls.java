package dev.ropewalk.actor.supervision;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The orders that wait for an actor: a stack linked through the orders, of which the actor takes all at once and turns them
 * round. It costs an actor one field.
 *
 * <p>Why nothing is lost: whoever finds the stack empty wakes the actor after the push, and the actor empties the stack by an
 * atomic exchange before it handles anything. An order pushed onto a stack that wasn't empty is covered by the wake-up of the
 * one below it, which hasn't been carried out yet.
 */
abstract class Controls extends LifeState {
    private static final VarHandle TOP = VarHandles.of(MethodHandles.lookup(), "top", Control.class);

    private volatile @Nullable Control top;

    /** Adds an order; returns whether the actor must be woken. */
    protected final boolean push(Control order) {
        Control below;
        do {
            below = top;
            order.next = below;
        } while (!TOP.compareAndSet(this, below, order));
        return below == null;
    }

    /** Takes back an order that nobody may ever be woken for; returns false if it was taken, or others stand on it. */
    protected final boolean withdraw(Control order) {
        return order.next == null && TOP.compareAndSet(this, order, (Control) null);
    }

    public final boolean hasControls() {
        return top != null;
    }

    /** Takes all orders, the oldest first, linked through {@code next}. */
    protected final @Nullable Control takeAll() {
        Control order = (Control) TOP.getAndSet(this, (Control) null);
        Control oldest = null;
        while (order != null) {
            Control below = order.next;
            order.next = oldest;
            oldest = order;
            order = below;
        }
        return oldest;
    }
}
