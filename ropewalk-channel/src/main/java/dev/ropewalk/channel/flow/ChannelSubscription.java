package dev.ropewalk.channel.flow;

import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.DemandedReceive;
import dev.ropewalk.channel.core.EndWatch;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Log;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to what comes from a channel, where it is a receiver among others. As long as nothing is requested it takes nothing
 * and only watches for the end.
 *
 * <p>An element is taken for a subscriber as long as this {@linkplain #isGoingOn goes on}, which is looked at under the channel's
 * lock. So once {@code cancel} has returned nothing is taken any more. What was taken before, and hasn't reached the subscriber by
 * the next step, is undelivered.
 */
public final class ChannelSubscription<T> extends SourceSubscription<T> {
    private final LockedChannel<T> channel;
    private final FlowExecutor executor;
    private final boolean isOnly;
    private final DemandedReceive receive;
    private final EndWatch watch;
    private volatile boolean mayHaveEnded;

    /** Makes a subscription that takes the channel with it, when its subscriber leaves, if it is the only one. */
    ChannelSubscription(
            LockedChannel<T> channel, FlowExecutor executor, Flow.Subscriber<? super T> subscriber, boolean isOnly) {
        super(subscriber);
        this.isOnly = isOnly;
        this.channel = channel;
        this.executor = executor;
        this.receive = new DemandedReceive(channel) {
            @Override
            protected boolean isWanted() {
                return isGoingOn();
            }

            @Override
            protected void served() {
                signal();
            }
        };
        this.watch = new EndWatch(channel, () -> {
            mayHaveEnded = true;
            signal();
        });
        watch.set();
    }

    @Override
    @SuppressWarnings("unchecked") // only elements are sent
    protected @Nullable T next() {
        Object outcome = receive.next();
        if (outcome instanceof Closure closure) {
            end(closure.cause());
            return null;
        }
        return (T) outcome;
    }

    @Override
    protected void lookForEnd() {
        Closure closure = mayHaveEnded ? channel.closureIfFinished() : null;
        if (closure != null) {
            end(closure.cause());
        }
    }

    private void end(@Nullable Throwable cause) {
        if (cause == null) {
            complete();
        } else {
            fail(cause);
        }
    }

    @Override
    protected void release() {
        watch.leave();
        receive.leave();
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {
        if (isOnly) {
            channel.failWithReceiver(
                    cause != null
                            ? cause
                            : new CancellationException("the sink of channel " + channel.name() + " has cancelled"));
        }
    }

    @Override
    protected void beforeCall() {
        Steps.before(StepKind.ACCESS, this);
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        Log.warn(channel.name(), what, thrown);
    }

    @Override
    public String toString() {
        return "subscription to channel " + channel.name();
    }
}
