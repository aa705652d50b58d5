package dev.ropewalk.channel.select;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.channel.core.ChannelScope;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One wait of a select: its clauses stand at several channels, and one of them may be claimed.
 *
 * <p>Why exactly one wins: each counterpart holds the lock of its own channel only, so several may meet clauses of this wait at
 * the same time; {@code decision} goes by one compare-and-set from null to the clause that is claimed, or to this object itself
 * if the party gives up. A counterpart that loses takes the next waiter in its queue.
 *
 * <p>Why two selects can't claim each other for ever: a select that looks for a counterpart holds the locks of all its channels
 * and stands in none of their queues for that round, so no other party can claim it meanwhile. It needs to claim the other
 * only.
 *
 * <p>{@link #leave} removes what is left in the other channels; until then a counterpart that meets such a waiter passes it by.
 */
public abstract class Selection {
    private static final VarHandle DECISION = VarHandles.of(MethodHandles.lookup(), "decision", Object.class);

    private final SelectWaiter[] waiters;
    private int queued;
    private volatile @Nullable Object decision;

    /** Makes a wait of so many clauses at most. */
    Selection(int clauses) {
        waiters = new SelectWaiter[clauses];
    }

    /** Queues a clause; the caller holds the locks of all channels. */
    final void queueLocked(Clause<?> clause) {
        waiters[queued] = clause.queueLocked(this);
        queued++;
    }

    final boolean claim(SelectWaiter waiter) {
        return DECISION.compareAndSet(this, null, waiter);
    }

    /** Decides that none is chosen; returns false if one was. */
    public final boolean giveUp() {
        return DECISION.compareAndSet(this, null, this);
    }

    final boolean isUndecided() {
        return decision == null;
    }

    @SuppressWarnings("ReferenceEquality") // this object stands for having given up
    final boolean hasGivenUp() {
        return decision == this;
    }

    /** Returns the clause that was chosen. */
    public final SelectWaiter chosen() {
        return (SelectWaiter) Objects.requireNonNull(decision);
    }

    /** Removes the clauses that weren't chosen from their channels. */
    public final void leave() {
        Object chosen = decision;
        for (int i = 0; i < queued; i++) {
            SelectWaiter waiter = waiters[i];
            if (waiter != chosen) {
                boolean ignored = waiter.channel.withdraw(waiter);
            }
        }
    }

    /** Returns the channels at which clauses stand. */
    final SelectWaiter[] waiters() {
        SelectWaiter[] copy = new SelectWaiter[queued];
        System.arraycopy(waiters, 0, copy, 0, queued);
        return copy;
    }

    /** Returns the innermost scope that holds whatever can end a thread's wait at one of the channels, or null. */
    final @Nullable ChannelScope innermostScope(Thread waiting) {
        ChannelScope innermost = null;
        for (int i = 0; i < queued; i++) {
            ChannelScope scope = waiters[i].channel.scopeFor(waiting);
            if (scope != null && (innermost == null || scope.depth() > innermost.depth())) {
                innermost = scope;
            }
        }
        return innermost;
    }

    /** Lets the party go on; called once, by the counterpart that has claimed a clause, without a lock. */
    abstract void wake();
}
