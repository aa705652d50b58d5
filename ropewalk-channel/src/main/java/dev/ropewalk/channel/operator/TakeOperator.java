package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import org.jspecify.annotations.Nullable;

/** Passes on the first of what comes, and ends the source then. */
public final class TakeOperator<T> extends Operator<T> {
    private final long most;
    private final Sender<? super T> target;
    private long taken;

    public TakeOperator(Receiver<T> source, long most, Sender<? super T> target, OperatorEnd end) {
        super(source, end);
        if (most <= 0) {
            throw new IllegalArgumentException("the number of elements to take must be above 0, but is " + most);
        }
        this.most = most;
        this.target = target;
    }

    @Override
    protected @Nullable Closure passOn(T element) throws InterruptedException {
        Closure ofTarget = send(target, element);
        if (ofTarget != null || ++taken < most) {
            return ofTarget;
        }
        inHand.clear();
        source.failWithReceiver(
                new ChannelClosedException(most + " elements were taken from channel " + source.name()));
        return Closure.CLOSED;
    }
}
