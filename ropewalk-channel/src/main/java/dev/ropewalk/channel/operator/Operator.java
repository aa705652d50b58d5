package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.Each;
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
 *   <li>its channels have ended, so that no sender or receiver waits for a process that is gone; see {@link OperatorEnd};
 *   <li>each element that it has received was passed on, or is undelivered at the channel that it came from.
 * </ul>
 */
public abstract class Operator<T> implements WatchedBody<Closure> {
    private static final int MAX_ELEMENTS_A_CALL = 1 << 20;

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
    public final Closure run() throws InterruptedException {
        Closure how = passAll();
        end.because(how);
        return how;
    }

    /** Comes last, when the scope knows of the failure: processes that fail in consequence of it aren't taken for its cause. */
    @Override
    public final void ended(@Nullable Throwable failure) {
        try {
            if (failure != null) {
                end.fail(failure);
            }
        } finally {
            Each.of(inHand, source::giveBack);
        }
    }

    /**
     * Passes on what comes until the source ends or a target has; returns the end of the source, or a failure.
     *
     * <p>In several calls: a thread that loops in one method stays in the interpreter for long, whatever is compiled meanwhile,
     * and the JVM suspends an interpreted frame slowly. The next call takes the compiled method. This loop stays in the
     * interpreter, so it goes round less and less often.
     */
    Closure passAll() throws InterruptedException {
        Closure closure = null;
        for (int most = 1; closure == null; most = Math.min(2 * most, MAX_ELEMENTS_A_CALL)) {
            closure = passSome(most);
        }
        return closure;
    }

    private @Nullable Closure passSome(int most) throws InterruptedException {
        Closure closure = null;
        for (int i = 0; i < most && closure == null; i++) {
            closure = take(source.receiveResult());
            if (closure == null) {
                closure = passOn(inHand.getFirst());
                if (closure == null) {
                    inHand.clear();
                }
            }
        }
        return closure;
    }

    /** Takes what was received, if anything, in hand; returns how the source has ended, or null. */
    final @Nullable Closure take(ReceiveResult<T> received) {
        return switch (received) {
            case ReceiveResult.Received<T>(T element) -> {
                inHand.add(element);
                yield null;
            }
            case ReceiveResult.Empty<T>() -> null;
            case ReceiveResult.Closed<T>() -> Closure.CLOSED;
            case ReceiveResult.Failed<T>(Throwable cause) -> new Closure(cause);
        };
    }

    /** Passes one element on; returns null, or a failure if that isn't possible. */
    protected abstract @Nullable Closure passOn(T element) throws InterruptedException;

    /** Sends an element; returns null, or a failure that tells of the end of the target. */
    protected static <R> @Nullable Closure send(Sender<? super R> target, R element) throws InterruptedException {
        return switch (target.sendResult(element)) {
            case SendResult.Sent() -> null;
            case SendResult.Failed(Throwable cause) -> new Closure(cause);
            case SendResult.Closed() -> new Closure(Closure.CLOSED.exception(target.name()));
            case SendResult.Full() -> throw new AssertionError("full without a limit of time");
        };
    }
}
