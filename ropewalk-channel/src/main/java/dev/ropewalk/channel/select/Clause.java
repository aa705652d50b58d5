package dev.ropewalk.channel.select;

import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ForwardingSender;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One of the operations among which a {@link Select} chooses, and what is done when it is chosen. */
public abstract class Clause<R> {
    private @Nullable BooleanSupplier guard;
    private boolean open;
    private int number;

    /** Sets the place of this clause among all, and the condition under which it takes part; null for always. */
    final void place(int place, @Nullable BooleanSupplier condition) {
        number = place;
        guard = condition;
    }

    public final int number() {
        return number;
    }

    /** Begins a round: finds out whether this clause takes part in it. */
    public final boolean begin() {
        open = guard == null || guard.getAsBoolean();
        if (open) {
            channel().refuseOutsider();
            prepare();
        }
        return open;
    }

    final boolean isOpen() {
        return open;
    }

    public abstract ChannelCore<?> channel();

    /** Returns the operation in words. */
    abstract String operation();

    /** Makes ready what this clause needs in the round that begins. */
    abstract void prepare();

    /** Returns whom {@link #prepare} has told that a send begins, and who is told when this clause is queued, or won't be in this round; null if there is nobody. */
    @Nullable
    ForwardingSender<?> told() {
        return null;
    }

    /** Returns whether this clause could be chosen at once; a guess, made without the lock. */
    abstract boolean mayProceed();

    /** Makes the step of this clause, under the lock. */
    abstract Object attemptLocked();

    /** Queues this clause, under the lock. */
    abstract SelectWaiter queueLocked(Selection selection);

    /** Does what a step made by this party has left to do; returns what it has brought. Without the lock. */
    abstract Object afterAttempt(Object outcome);

    /** Takes back what was received, because the party can't be told of it. */
    abstract void giveBack(Object outcome);

    /** Runs the action for what was brought. */
    abstract R act(Object outcome);

    @Override
    public final String toString() {
        return operation();
    }
}
