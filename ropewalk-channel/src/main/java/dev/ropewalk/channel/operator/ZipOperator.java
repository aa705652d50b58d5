package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.LockedChannel;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes an element of one of each of two sources. The left one is the source of the operator, which its end knows; the right one ends
 * here.
 */
public final class ZipOperator<T, U, R> extends Operator<T> {
    private final LockedChannel<U> right;
    private final BiFunction<? super T, ? super U, ? extends R> fn;
    private final Sender<? super R> target;

    public ZipOperator(
            Receiver<T> left,
            Receiver<U> right,
            BiFunction<? super T, ? super U, ? extends R> fn,
            Sender<? super R> target,
            OperatorEnd end) {
        super(left, end);
        this.right = LockedChannel.of(right);
        this.fn = Objects.requireNonNull(fn, "fn");
        this.target = target;
    }

    @Override
    Closure passAll() throws InterruptedException {
        Closure how = super.passAll();
        if (how.cause() == null) {
            right.failWithReceiver(noPartners(source));
            source.failWithReceiver(noPartners(right));
        }
        return how;
    }

    private static ChannelClosedException noPartners(LockedChannel<?> closed) {
        return new ChannelClosedException("channel " + closed.name() + " was closed, with which it was zipped");
    }

    @Override
    protected @Nullable Closure passOn(T first) throws InterruptedException {
        return switch (right.receiveResult()) {
            case ReceiveResult.Received<U>(U second) -> passOn(first, second);
            case ReceiveResult.Failed<U>(Throwable cause) -> new Closure(cause);
            default -> Closure.CLOSED;
        };
    }

    private @Nullable Closure passOn(T first, U second) throws InterruptedException {
        boolean isSent = false;
        try {
            R made = fn.apply(first, second);
            if (made == null) {
                throw new NullPointerException("null is no element, but was made of " + first + " and " + second);
            }
            Closure ofTarget = send(target, made);
            isSent = ofTarget == null;
            return ofTarget;
        } finally {
            if (!isSent) {
                right.giveBack(second);
            }
        }
    }
}
