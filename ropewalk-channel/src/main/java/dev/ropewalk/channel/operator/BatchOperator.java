package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Ended;
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
    protected @Nullable Ended passOn(T first) throws InterruptedException {
        Ended ended = gather();
        if (ended != null && ended.cause() != null) {
            return ended;
        }
        Ended ofTarget = send(target, List.copyOf(inHand));
        if (ofTarget == null) {
            inHand.clear();
        }
        return ofTarget != null ? ofTarget : ended;
    }

    /** Takes elements until the list is full or the time is up; returns null, or how the source has ended. */
    private @Nullable Ended gather() throws InterruptedException {
        long start = Parking.now();
        Ended ended = null;
        boolean more = true;
        while (more && inHand.size() < size) {
            int before = inHand.size();
            long left = withinNanos - (Parking.now() - start);
            ended = take(source.receiveResult(Duration.ofNanos(left)));
            more = inHand.size() > before;
        }
        return ended;
    }
}
