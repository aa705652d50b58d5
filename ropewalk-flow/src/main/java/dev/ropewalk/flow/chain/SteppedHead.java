package dev.ropewalk.flow.chain;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/**
 * A head that pushes in {@linkplain SerialSteps steps}: in runs of an executor, or, if it has none, in the threads that call it.
 *
 * <p>Why it is right. The stages and the source are touched by steps only, which don't overlap and see what earlier ones have done.
 * A step pushes what is wanted by the stages' limit, and no more. Whoever raises the limit calls {@link #resume} after that, and what
 * has a new element signals; so a step follows that sees it. How this ends is decided by steps, but for {@code stopping}, which any
 * thread writes and signals. After the end the stages are called no more.
 *
 * <p>The stack stays flat: a call from within a step leaves the rest to that step. A run of an executor pushes so many elements at
 * most, and gives way. So does one that has found none for long in a source that is still at it.
 *
 * @param <T> the type of the elements
 */
public abstract class SteppedHead<T> extends SerialSteps implements Head {
    /** What {@link #push} returns when nothing is wanted any more. */
    protected static final long ENDED = -1;

    /** How many elements a run of an executor pushes. */
    private static final int MAX_ELEMENTS_A_RUN = 256;

    /** How many elements are pushed between two looks whether this has been stopped. */
    private static final int MAX_ELEMENTS_A_LOOK = 1024;

    private final Stage<? super T> stage;
    private final @Nullable FlowExecutor executor;
    private long pushed;
    private boolean hasBegun;
    private boolean hasEnded;

    /** How this ends before its source has ended, or null. The last writer wins: one end is as good as another. */
    private volatile @Nullable End stopping;

    protected SteppedHead(Stage<? super T> stage, @Nullable FlowExecutor executor) {
        this.stage = stage;
        this.executor = executor;
    }

    @Override
    public void connect() {
        // Most sources know no publisher.
    }

    @Override
    public final void open() {
        start();
    }

    @Override
    public final void resume() {
        signal();
    }

    @Override
    public final void cancel() {
        StackRoom.require();
        Steps.before(StepKind.ACCESS, this);
        stopping = End.CANCELLED;
        signal();
    }

    @Override
    public final void refuse(long elements) {
        stopping = End.of(Rules.nonPositive(elements));
        signal();
    }

    @Override
    public final boolean isRunByCallers() {
        return executor == null;
    }

    // What a source does; all of it is called by steps

    /**
     * Pushes the next elements, at most so many, until there is none for the moment.
     *
     * @return how many were pushed, or {@link #ENDED} if the stage has returned that it wants no more
     */
    protected abstract long push(Stage<? super T> to, long wanted);

    /** Returns whether the last {@link #push} has stopped before there was no element, so that others get their turn. */
    protected boolean givesWay() {
        return false;
    }

    /** Returns whether there will never be another element. */
    protected abstract boolean isFinished();

    /** Returns the failure with which a source that {@linkplain #isFinished is finished} has ended, or null. */
    protected @Nullable Throwable failure() {
        return null;
    }

    /** Begins with the source, before anything is pushed. Not called if nothing is wanted by then. */
    protected void begin() {}

    /** Gives up the source before it has ended, and what this has of it. Called again after each signal that comes later. */
    protected void giveUp() {}

    // Steps

    @Override
    protected final boolean step() {
        if (hasEnded) {
            giveUpSafely();
            return true;
        }
        try {
            return advance();
        } catch (Throwable thrown) {
            leave();
            tellOfEnd(thrown);
            return true;
        }
    }

    private boolean advance() {
        long left = executor == null ? Long.MAX_VALUE : MAX_ELEMENTS_A_RUN;
        while (left > 0) {
            End how = stopping;
            if (how != null) {
                stop(how);
                return true;
            }
            if (!hasBegun) {
                hasBegun = true;
                begin();
            }
            long wanted = Math.min(stage.limit() - pushed, Math.min(left, MAX_ELEMENTS_A_LOOK));
            long count = wanted > 0 ? push(stage, wanted) : 0;
            if (count == ENDED) {
                leave();
                return true;
            }
            pushed += count;
            left -= count;
            if (isFinished()) {
                hasEnded = true;
                stage.end(failure());
                return true;
            }
            if (count < wanted || wanted <= 0) {
                stage.pause();
                return wanted <= 0 || !givesWay();
            }
        }
        stage.pause();
        return false;
    }

    private void stop(End how) {
        leave();
        if (how.isTold()) {
            tellOfEnd(how.cause());
        }
    }

    private void leave() {
        hasEnded = true;
        giveUpSafely();
    }

    private void giveUpSafely() {
        try {
            giveUp();
        } catch (Throwable thrown) {
            Log.warn("a source couldn't be given up", thrown);
        }
    }

    private void tellOfEnd(@Nullable Throwable why) {
        try {
            stage.end(why);
        } catch (Throwable thrown) {
            Log.warn("a flow has failed when it was told of a failure", thrown);
        }
    }

    @Override
    protected final void submit(Runnable run) {
        if (executor == null) {
            run.run();
        } else {
            executor.submit(run, this::refuseRun);
        }
    }

    @Override
    protected final void refused(Throwable why) {
        stopping = End.of(why);
    }
}
