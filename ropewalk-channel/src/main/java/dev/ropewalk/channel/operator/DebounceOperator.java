package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Passes on an element when no other has come for some time. Those that another one follows sooner are undelivered. */
public final class DebounceOperator<T> extends Operator<T> {
    private final Duration quiet;
    private final Sender<? super T> target;

    public DebounceOperator(Receiver<T> source, Duration quiet, Sender<? super T> target, OperatorEnd end) {
        super(source, end);
        if (quiet.isNegative()) {
            throw new IllegalArgumentException("the time without elements must not be negative, but is " + quiet);
        }
        this.quiet = Duration.ofNanos(Parking.nanos(quiet));
        this.target = target;
    }

    @Override
    protected @Nullable Closure passOn(T first) throws InterruptedException {
        T latest = first;
        Closure ofSource = null;
        boolean isQuiet = false;
        while (!isQuiet) {
            ReceiveResult<T> next = source.receiveResult(quiet);
            if (next instanceof ReceiveResult.Received<T>(T element)) {
                inHand.set(0, element);
                source.giveBack(latest);
                latest = element;
            } else {
                ofSource = take(next);
                isQuiet = true;
            }
        }
        if (ofSource != null && ofSource.cause() != null) {
            return ofSource;
        }
        Closure ofTarget = send(target, latest);
        if (ofTarget == null) {
            inHand.clear();
        }
        return ofTarget != null ? ofTarget : ofSource;
    }
}
