package dev.ropewalk.base.flow;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What connects a source with one of its subscribers. It takes an element from the source only when that is requested, and hands it
 * over before it takes the next.
 *
 * <p>Why it is right. All signals to the subscriber come from {@linkplain SerialSteps steps}, which don't overlap. How this ends is
 * decided once, by the field {@code ending}: the first of completion, a failure, a wrong request or a cancel stands, but a cancel
 * takes the place of an end that the subscriber wasn't told yet. A step looks at it before each element, so that nothing is taken
 * after an end that it could see. It drops the subscriber before it tells it of the end; so that comes once, and nothing after it
 * (rules 1.7 and 3.13). Later calls of the subscriber find no subscriber and do nothing (rules 3.6 and 3.7).
 *
 * <p>{@code subscriber} is touched by steps only. {@code ending} is written by any thread, and whoever writes it signals: a step
 * follows that sees it.
 *
 * @param <T> the type of the elements
 */
public abstract class SourceSubscription<T> extends SerialSteps implements Flow.Subscription {
    private static final VarHandle ENDING = VarHandles.of(MethodHandles.lookup(), "ending", End.class);
    private static final int MAX_ELEMENTS_A_RUN = 64;
    private static final String NOT_GIVEN_UP = "a subscription couldn't be given up";
    private static final End COMPLETED = new End.Completed();
    private static final End CANCELLED = new End.Left(null);

    /** Ends for which there is no memory when they come. */
    private static final End FAILED_WITHOUT_MEMORY = new End.Failed(null, false);

    private static final End SOURCE_FAILED_WITHOUT_MEMORY = new End.Failed(null, true);

    private final RequestedElements requested = new RequestedElements();
    private long mostRequested; // used by steps
    private Flow.@Nullable Subscriber<? super T> subscriber;

    /** How this ends; null as long as it goes on. */
    private volatile @Nullable End ending;

    /** How a subscription ends. */
    private sealed interface End {
        /** The source has nothing more. */
        record Completed() implements End {}

        /**
         * The subscriber is told of a failure.
         *
         * @param cause null if there was no memory to keep it
         * @param isOfSource whether the source has failed, or has been disconnected
         */
        record Failed(@Nullable Throwable cause, boolean isOfSource) implements End {}

        /**
         * The subscriber wants nothing any more.
         *
         * @param cause what it has thrown, or null if it has cancelled
         */
        record Left(@Nullable Throwable cause) implements End {}
    }

    protected SourceSubscription(Flow.Subscriber<? super T> subscriber) {
        this.subscriber = Objects.requireNonNull(subscriber, "subscriber");
    }

    /** Tells the subscriber that it has subscribed, and lets elements come. Called once, by the thread that subscribes. */
    public final void begin() {
        StackRoom.require();
        Flow.Subscriber<? super T> to = Objects.requireNonNull(subscriber);
        try {
            to.onSubscribe(this);
        } catch (Throwable thrown) {
            ending = left(thrown);
            reportSafely("a subscriber has failed in onSubscribe", thrown);
        }
        start();
    }

    // What the subscriber calls

    @Override
    public final void request(long elements) {
        StackRoom.require();
        beforeCall();
        if (elements > 0) {
            requested.add(elements);
        } else {
            boolean ignored = end(failed(
                    new IllegalArgumentException("non-positive subscription request: " + elements + " (rule 3.9)"),
                    false));
        }
        signal();
    }

    @Override
    public final void cancel() {
        StackRoom.require();
        beforeCall();
        ending = CANCELLED;
        signal();
    }

    /**
     * Ends this for somebody else than the subscriber, which is told by a {@link CancellationException}.
     *
     * @return whether this call has ended it
     */
    public final boolean stop(String why) {
        StackRoom.require();
        beforeCall();
        boolean stopped = end(failed(new CancellationException(why), true));
        signal();
        return stopped;
    }

    // What the source calls

    /** Says that there is nothing more. */
    protected final void complete() {
        boolean ignored = end(COMPLETED);
    }

    /** Says that the source has failed. */
    protected final void fail(Throwable cause) {
        boolean ignored = end(failed(cause, true));
    }

    /** Returns whether elements still go to the subscriber, as far as the calling thread can see. */
    public final boolean isGoingOn() {
        return ending == null;
    }

    /**
     * Returns how many elements are requested and weren't taken yet, {@code Long.MAX_VALUE} if there is no bound. Asked by steps: each
     * request is seen before the first element is taken that it asks for.
     */
    protected final long requested() {
        return requested.count();
    }

    /**
     * Returns how many elements were requested at most at one time, up to when the last one was taken, which counts; {@code Long.MAX_VALUE}
     * if there was no bound. Asked by steps.
     */
    protected final long mostRequested() {
        return mostRequested;
    }

    private End failed(Throwable cause, boolean isOfSource) {
        try {
            beforeEnd();
            return new End.Failed(cause, isOfSource);
        } catch (OutOfMemoryError e) {
            return isOfSource ? SOURCE_FAILED_WITHOUT_MEMORY : FAILED_WITHOUT_MEMORY;
        }
    }

    /** Without memory it leaves as one that has cancelled. */
    private End left(Throwable cause) {
        try {
            beforeEnd();
            return new End.Left(cause);
        } catch (OutOfMemoryError e) {
            return CANCELLED;
        }
    }

    /** Stands before memory is taken for an end: tests have it fail there. */
    void beforeEnd() {}

    private boolean end(End how) {
        return ENDING.compareAndSet(this, null, how);
    }

    // What a source does; all but beforeCall and report is called by steps

    /**
     * Returns the next element, or null if there is none. It has called {@link #complete} or {@link #fail} then, or it will call
     * {@link #signal} when there may be one.
     */
    protected abstract @Nullable T next();

    /** Looks whether the source has ended, though nothing is requested. */
    protected abstract void lookForEnd();

    /**
     * Gives up what this has of the source. It is called when this has ended, and again after each signal that comes later, such as
     * that of an element which was on its way.
     */
    protected abstract void release();

    /**
     * Says that the subscriber has gone, or can't be reached, before the source has ended. Called once, after a first {@link #release}.
     *
     * @param cause what it has thrown or done wrong, or why it can't be reached; null if it has cancelled
     */
    protected abstract void subscriberHasLeft(@Nullable Throwable cause);

    /** Logs what a subscriber has thrown. */
    protected abstract void report(String what, Throwable thrown);

    /** Stands before each call of the subscriber that changes something. */
    protected void beforeCall() {}

    // Steps

    @Override
    protected final void refused(Throwable why) {
        boolean ignored = end(failed(why, false));
    }

    @Override
    protected final boolean step() {
        Flow.Subscriber<? super T> to = subscriber;
        if (to == null) {
            releaseSafely();
            return true;
        }
        boolean allDone;
        try {
            allDone = passOn(to);
        } catch (Throwable ofSource) {
            fail(ofSource);
            allDone = true;
        }
        End how = ending;
        if (how != null) {
            subscriber = null;
            finish(to, how);
        }
        return allDone || how != null;
    }

    /** Passes on what is there and requested; returns false if there may be more than a run passes on. */
    private boolean passOn(Flow.Subscriber<? super T> to) {
        for (int passed = 0; passed < MAX_ELEMENTS_A_RUN; passed++) {
            if (requested.count() == 0) {
                lookForEnd();
                return true;
            }
            T element = ending == null ? next() : null;
            if (element == null) {
                return true;
            }
            mostRequested = Math.max(mostRequested, requested.takeOff(1));
            try {
                to.onNext(element);
            } catch (Throwable thrown) {
                ending = left(thrown);
                reportSafely("a subscriber has failed in onNext", thrown);
            }
        }
        return false;
    }

    private void finish(Flow.Subscriber<? super T> to, End how) {
        releaseSafely();
        try {
            switch (how) {
                case End.Completed() -> to.onComplete();
                case End.Failed(Throwable kept, boolean isOfSource) -> {
                    Throwable cause = kept == null ? lackOfMemory() : kept;
                    if (!isOfSource) {
                        tellThatItHasLeft(cause);
                    }
                    to.onError(cause);
                }
                case End.Left(Throwable cause) -> tellThatItHasLeft(cause);
            }
        } catch (Throwable thrown) {
            reportSafely("a subscriber has failed when it was told of the end", thrown);
        }
    }

    private static Throwable lackOfMemory() {
        try {
            return new OutOfMemoryError("a flow has failed, and there was no memory to keep the cause");
        } catch (OutOfMemoryError again) {
            return again;
        }
    }

    private void releaseSafely() {
        try {
            release();
        } catch (Throwable thrown) {
            reportSafely(NOT_GIVEN_UP, thrown);
        }
    }

    private void tellThatItHasLeft(@Nullable Throwable cause) {
        try {
            subscriberHasLeft(cause);
        } catch (Throwable thrown) {
            reportSafely(NOT_GIVEN_UP, thrown);
        }
    }

    /** A report for which there is no memory is lost, and nothing else. */
    private void reportSafely(String what, Throwable thrown) {
        try {
            report(what, thrown);
        } catch (OutOfMemoryError e) {
            return;
        }
    }
}
