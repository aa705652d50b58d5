package dev.ropewalk.channel.select;

import dev.ropewalk.channel.core.ChannelCore;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends to a channel. The action is given the outcome, which is the end or anything else. */
public class SendClause<T, R> extends Clause<R> {
    private final ChannelCore<T> channel;
    private final Supplier<? extends T> source;
    private final Function<Object, ? extends R> action;
    private @Nullable T element;

    public SendClause(ChannelCore<T> channel, Supplier<? extends T> source, Function<Object, ? extends R> action) {
        this.channel = channel;
        this.source = source;
        this.action = action;
    }

    @Override
    public final ChannelCore<?> channel() {
        return channel;
    }

    @Override
    String operation() {
        return channel.operation(true);
    }

    @Override
    void prepare() {
        element = Objects.requireNonNull(source.get(), () -> "the element to " + operation());
    }

    @Override
    boolean mayProceed() {
        return channel.maySend();
    }

    @Override
    Object attemptLocked() {
        return channel.trySendLocked(Objects.requireNonNull(element));
    }

    @Override
    SelectWaiter queueLocked(Selection selection) {
        SelectWaiter waiter = new SelectWaiter(selection, this, element);
        channel.addLocked(waiter, true);
        return waiter;
    }

    @Override
    Object afterAttempt(Object outcome) {
        channel.afterSend(outcome);
        return outcome;
    }

    @Override
    void giveBack(Object outcome) {}

    @Override
    R act(Object outcome) {
        element = null;
        return action.apply(outcome);
    }
}
