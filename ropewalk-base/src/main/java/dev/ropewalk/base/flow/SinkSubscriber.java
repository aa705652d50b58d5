package dev.ropewalk.base.flow;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What connects a publisher with a sink. It requests as many elements as the sink has room for, and one if it has none: that one
 * waits, as that of any other sender does.
 *
 * <p>Why it is right. The publisher is called by {@linkplain SerialSteps steps} only, which don't overlap (rule 2.7), and not again
 * once it was cancelled or has ended. Three counters that only grow tell how many elements were requested, have arrived, and are
 * settled, which means that they take room or were refused. Each has one writer at a time, or is changed atomically. A step that
 * reads them late requests too little, never too much: arrived and settled can only have grown since. Whatever changes one of them
 * signals, so the next step makes up for it.
 *
 * <p>It doesn't stall: if nothing is outstanding and nothing waits for room, at least one element is requested. A publisher that
 * sends more than was requested is cancelled, so nothing here grows without a bound, whatever a publisher does.
 *
 * @param <T> the type of the elements
 */
public abstract class SinkSubscriber<T> extends SerialSteps implements Flow.Subscriber<T> {
    private static final VarHandle UPSTREAM =
            VarHandles.of(MethodHandles.lookup(), "upstream", Flow.Subscription.class);
    private static final VarHandle ARRIVED = VarHandles.of(MethodHandles.lookup(), "arrived", long.class);
    private static final VarHandle SETTLED = VarHandles.of(MethodHandles.lookup(), "settled", long.class);

    /** Stands for a subscription that has ended, and takes no other's place. */
    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long elements) {}

        @Override
        public void cancel() {}
    };

    private final int window;
    private volatile Flow.@Nullable Subscription upstream;

    /** Whether the publisher has said that nothing comes any more. */
    private volatile boolean hasEnded;

    /** Whether this wants nothing any more. */
    private volatile boolean isLeaving;

    private volatile long requested; // written by steps
    private volatile long arrived; // written by onNext, whose calls don't overlap
    private volatile long settled;

    /** Requests at most so many elements ahead. */
    protected SinkSubscriber(int window) {
        this.window = window;
    }

    // What the publisher calls

    @Override
    public final void onSubscribe(Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        StackRoom.require();
        if (!UPSTREAM.compareAndSet(this, null, subscription)) {
            subscription.cancel();
            return;
        }
        try {
            opened();
        } catch (Throwable thrown) {
            fail(thrown);
        }
        run();
    }

    @Override
    public final void onNext(T element) {
        Objects.requireNonNull(element, "element");
        StackRoom.require();
        long before = arrived;
        if (before == requested && !hasLeft()) {
            fail(new IllegalStateException(
                    "element " + (before + 1) + " came, but only " + before + " were requested (rule 1.1)"));
        }
        ARRIVED.setRelease(this, before + 1);
        if (hasLeft()) {
            refuseAndSettle(element);
        } else {
            acceptOrFail(element);
        }
        signalHere();
    }

    private void acceptOrFail(T element) {
        try {
            accept(element);
        } catch (Throwable thrown) {
            fail(thrown);
            refuseAndSettle(element);
        }
    }

    @Override
    public final void onError(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        StackRoom.require();
        boolean isFirst = !hasLeft();
        hasEnded = true;
        if (isFirst) {
            failed(cause);
        }
        signalHere();
    }

    @Override
    public final void onComplete() {
        StackRoom.require();
        boolean isFirst = !hasLeft();
        hasEnded = true;
        if (isFirst) {
            completed();
        }
        signalHere();
    }

    private boolean hasLeft() {
        return hasEnded || isLeaving;
    }

    // What the sink calls

    /** Says that an element that was accepted has got its place, or never will. */
    protected final void settle() {
        long ignored = (long) SETTLED.getAndAdd(this, 1L);
    }

    /** Refuses an element that was accepted and found no place. */
    protected final void refuseAndSettle(T element) {
        refuse(element);
        settle();
    }

    /** Says that the sink wants nothing any more. */
    protected final void leave() {
        isLeaving = true;
        signal();
    }

    private void fail(Throwable cause) {
        isLeaving = true;
        failed(cause);
    }

    // What a sink does

    /** Begins to await elements. */
    protected abstract void opened();

    /** Returns how many elements would find a place at once. */
    protected abstract int room();

    /** Takes an element, without waiting; says when it is {@linkplain #settle settled}. */
    protected abstract void accept(T element);

    /** Takes an element that came too late, or for which there is no place any more. */
    protected abstract void refuse(T element);

    /** Ends in good order. */
    protected abstract void completed();

    /** Ends because of a failure of the publisher, or of the executor. */
    protected abstract void failed(Throwable cause);

    /** No longer awaits elements; called once. */
    protected abstract void closed();

    /** Logs what a publisher has thrown. */
    protected abstract void report(String what, Throwable thrown);

    // Steps

    @Override
    protected final void refused(Throwable why) {
        if (!hasLeft()) {
            fail(why);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // there is one that stands for none
    protected final boolean step() {
        Flow.Subscription from = upstream;
        if (from == null || from == NONE) {
            return true;
        }
        try {
            if (hasLeft()) {
                end(from);
            } else {
                requestMore(from);
            }
        } catch (Throwable thrown) {
            report("a publisher has failed in what its subscriber calls", thrown);
            refused(thrown);
            signal();
        }
        return true;
    }

    private void end(Flow.Subscription from) {
        upstream = NONE;
        try {
            closed();
        } finally {
            if (!hasEnded) {
                from.cancel();
            }
        }
    }

    private void requestMore(Flow.Subscription from) {
        long before = requested;
        long outstanding = before - arrived;
        if (outstanding > window / 2) {
            return;
        }
        long inHand = arrived - settled;
        long more = Math.min(window, room()) - outstanding;
        if (outstanding == 0 && inHand == 0) {
            more = Math.max(1, more);
        }
        if (more > 0 && (outstanding == 0 || more >= window / 4)) {
            requested = before + more;
            from.request(more);
        }
    }
}
