package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a list of those that come within some time. */
public final class BatchOperator<T> extends Operator<T> {
    private final int size;
    private final long withinNanos;
    private final Sender<? super List<T>> target;

    public BatchOperator(
            Receiver<T> source, int size, Duration within, Sender<? super List<T>> target, OperatorEnd end) {
        super(source, end);
        if (size <= 0) {
            throw new IllegalArgumentException("the size of a batch must be above 0, but is " + size);
        }
        if (within.isNegative()) {
            throw new IllegalArgumentException("the time for a batch must not be negative, but is " + within);
        }
        this.size = size;
        this.withinNanos = Parking.nanos(within);
        this.target = target;
    }

    /** Has the first element of a list in hand, and takes others before they are sent. */
    @Override
    protected @Nullable Closure passOn(T first) throws InterruptedException {
        Closure closure = gather();
        if (closure != null && closure.cause() != null) {
            return closure;
        }
        Closure ofTarget = send(target, List.copyOf(inHand));
        if (ofTarget == null) {
            inHand.clear();
        }
        return ofTarget != null ? ofTarget : closure;
    }

    /** Takes elements until the list is full or the time is up; returns null, or how the source has ended. */
    private @Nullable Closure gather() throws InterruptedException {
        long start = Parking.now();
        Closure closure = null;
        boolean more = true;
        while (more && inHand.size() < size) {
            int before = inHand.size();
            long left = withinNanos - (Parking.now() - start);
            closure = take(source.receiveResult(Duration.ofNanos(left)));
            more = inHand.size() > before;
        }
        return closure;
    }
}
