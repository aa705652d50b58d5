package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.LockedChannel;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes several elements of each: those of a collection, or of another channel, which ends with this. */
public final class FlatMapOperator<T, R> extends Operator<T> {
    private final Function<? super T, ? extends Iterable<? extends R>> fn;
    private final Sender<? super R> target;

    public FlatMapOperator(
            Receiver<T> source,
            Function<? super T, ? extends Iterable<? extends R>> fn,
            Sender<? super R> target,
            OperatorEnd end) {
        super(source, end);
        this.fn = Objects.requireNonNull(fn, "fn");
        this.target = target;
    }

    @Override
    protected @Nullable Closure passOn(T element) throws InterruptedException {
        Iterable<? extends R> made = fn.apply(element);
        if (made == null) {
            throw new NullPointerException("null is nothing to pass on, but was made of " + element);
        }
        return made instanceof LockedChannel<? extends R> channel ? passAllOf(channel) : passAllOf(made, element);
    }

    private @Nullable Closure passAllOf(Iterable<? extends R> made, T from) throws InterruptedException {
        for (R each : made) {
            if (each == null) {
                throw new NullPointerException("null is no element, but was made of " + from);
            }
            Closure ofTarget = send(target, each);
            if (ofTarget != null) {
                return ofTarget;
            }
        }
        return null;
    }

    /** What has been received from the other channel and not passed on is undelivered there; it fails with what ends this. */
    private <S extends R> @Nullable Closure passAllOf(LockedChannel<S> channel) throws InterruptedException {
        S each = null;
        Throwable failure = null;
        try {
            while (true) {
                switch (channel.receiveResult()) {
                    case ReceiveResult.Received<S>(S received) -> each = received;
                    case ReceiveResult.Failed<S>(Throwable cause) -> {
                        return new Closure(cause);
                    }
                    default -> {
                        return null;
                    }
                }
                Closure ofTarget = send(target, each);
                if (ofTarget != null) {
                    failure = ofTarget.cause();
                    return ofTarget;
                }
                each = null;
            }
        } catch (Throwable thrown) {
            failure = thrown;
            throw thrown;
        } finally {
            if (each != null) {
                channel.giveBack(each);
            }
            if (failure != null) {
                channel.failWithReceiver(failure);
            }
        }
    }
}
