package dev.ropewalk.channel.select;

import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Closure;
import java.util.function.Function;

/** Receives from a channel. The action is given the outcome, which is an element or the end. */
public final class ReceiveClause<T, R> extends Clause<R> {
    private final ChannelCore<T> channel;
    private final Function<Object, ? extends R> action;

    public ReceiveClause(ChannelCore<T> channel, Function<Object, ? extends R> action) {
        this.channel = channel;
        this.action = action;
    }

    @Override
    public ChannelCore<?> channel() {
        return channel;
    }

    @Override
    String operation() {
        return channel.operation(false);
    }

    @Override
    void prepare() {}

    @Override
    boolean mayProceed() {
        return channel.mayReceive();
    }

    @Override
    Object attemptLocked() {
        return channel.tryReceiveLocked();
    }

    @Override
    SelectWaiter queueLocked(Selection selection) {
        SelectWaiter waiter = new SelectWaiter(selection, this, null);
        channel.addLocked(waiter, false);
        return waiter;
    }

    @Override
    Object afterAttempt(Object outcome) {
        return ChannelCore.afterReceive(outcome);
    }

    @Override
    void giveBack(Object outcome) {
        if (!(outcome instanceof Closure)) {
            channel.giveBack(outcome);
        }
    }

    @Override
    R act(Object outcome) {
        return action.apply(outcome);
    }
}
