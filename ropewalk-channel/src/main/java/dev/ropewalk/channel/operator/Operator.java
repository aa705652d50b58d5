package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Ended;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.scope.WatchedBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the process of an operator does: it receives from a channel and passes on what it makes of that.
 *
 * <p>What holds when it has ended, however that came about:
 * <ul>
 *   <li>its channels have ended, so that nobody waits for a process that is no more; see {@link OperatorEnd};
 *   <li>each element that it has received was passed on, or is undelivered at the channel that it came from.
 * </ul>
 */
public abstract class Operator<T> implements WatchedBody<Ended> {
    protected final LockedChannel<T> source;

    /** What was received and not yet passed on. */
    protected final List<T> inHand = new ArrayList<>();

    private final OperatorEnd end;

    protected Operator(Receiver<T> source, OperatorEnd end) {
        this.source = LockedChannel.of(Objects.requireNonNull(source, "source"));
        this.end = end;
    }

    /** The body of the process. */
    @Override
    public final Ended run() throws InterruptedException {
        Ended how = passAll();
        end.because(how);
        return how;
    }

    /** Comes after all else, when the scope knows of a failure, so that those who fail by that aren't taken for its cause. */
    @Override
    public final void ended(@Nullable Throwable failure) {
        if (failure != null) {
            end.fail(failure);
        }
        inHand.forEach(source::giveBack);
    }

    /** Passes on what comes until the source ends or a target has; returns the end of the source, or a failure. */
    Ended passAll() throws InterruptedException {
        Ended ended = null;
        while (ended == null) {
            ended = take(source.receiveResult());
            if (ended == null) {
                ended = passOn(inHand.getFirst());
                if (ended == null) {
                    inHand.clear();
                }
            }
        }
        return ended;
    }

    /** Takes what was received, if anything, in hand; returns how the source has ended, or null. */
    final @Nullable Ended take(ReceiveResult<T> received) {
        return switch (received) {
            case ReceiveResult.Received<T>(T element) -> {
                inHand.add(element);
                yield null;
            }
            case ReceiveResult.Empty<T>() -> null;
            case ReceiveResult.Closed<T>() -> Ended.CLOSED;
            case ReceiveResult.Failed<T>(Throwable cause) -> new Ended(cause);
        };
    }

    /** Passes one element on; returns null, or a failure if that isn't possible. */
    protected abstract @Nullable Ended passOn(T element) throws InterruptedException;

    /** Sends an element; returns null, or a failure that tells of the end of the target. */
    protected static <R> @Nullable Ended send(Sender<? super R> target, R element) throws InterruptedException {
        return switch (target.sendResult(element)) {
            case SendResult.Sent() -> null;
            case SendResult.Failed(Throwable cause) -> new Ended(cause);
            case SendResult.Closed() -> new Ended(Ended.CLOSED.exception(target.name()));
            case SendResult.Full() -> throw new AssertionError("full without a limit of time");
        };
    }
}
