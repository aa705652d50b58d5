package dev.ropewalk.base.flow;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done in steps, one at a time, in runs of an executor. Any thread may signal that there may be something to do; a
 * step that comes after looks what it is.
 *
 * <p>Why it is right. One word says whether nobody does steps ({@code IDLE}), somebody does ({@code BUSY}), or somebody does and a
 * signal came since ({@code SIGNALLED}). Who changes it from {@code IDLE} owns the steps, and passes them on to the run that it
 * submits; who owns them alone changes it back.
 * <ul>
 *   <li>Steps don't overlap (rules 1.3 and 2.7): there is one owner at a time.
 *   <li>No signal is lost: it exchanges the word for {@code SIGNALLED}. The owner ends by a compare-and-set from {@code BUSY},
 *       which fails if a signal has come since the step began, and then makes another step.
 *   <li>A step sees what came before the signal: it begins with an exchange, which reads what the signal has stored or something
 *       later. It sees what earlier steps have done by the same word. A signal that finds {@code SIGNALLED} behind a fence may leave it
 *       there: the exchange that takes it away comes later than that look, and so later than what was stored before the fence.
 *   <li>The stack stays flat (rule 3.3): a signal that comes from within a step, at whatever depth, only stores the word.
 * </ul>
 *
 * <p>The executor may be any: one that runs tasks side by side, or in the thread that submits them, too. A run that has done enough
 * for once {@linkplain #step gives way}: it goes on in another run behind what waits in the executor, or at once if the executor
 * runs it within the call that submits it.
 */
public abstract class SerialSteps implements Runnable {
    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int SIGNALLED = 2;

    @SuppressWarnings("UnusedVariable") // accessed through STATE
    private int state = BUSY;

    /** The steps belong to nobody until the thread that begins them calls {@link #start} or, to make the first here, {@link #run}. */
    protected SerialSteps() {}

    /** Lets the steps begin. The first one comes without a signal. */
    protected final void start() {
        submitOwned(this);
    }

    /** Says that there may be something to do, to a run of the executor. */
    public final void signal() {
        if ((int) STATE.getAndSet(this, SIGNALLED) == IDLE) {
            submitOwned(this);
        }
    }

    /**
     * As {@link #signal}, for threads that signal so often that most signals find another one that no step has seen yet. Such a signal
     * only looks at the word, behind a full fence: what it stands for was stored before, and the step that will see the other one begins
     * after that. So the word stays where it is, instead of going from core to core.
     */
    public final void signalAgain() {
        VarHandle.fullFence();
        if ((int) STATE.getOpaque(this) != SIGNALLED) {
            signal();
        }
    }

    /** Says that there may be something to do, which the calling thread does unless somebody is at it. */
    protected final void signalHere() {
        if ((int) STATE.getAndSet(this, SIGNALLED) == IDLE) {
            run();
        }
    }

    /** Makes steps until there is no signal. Called by the owner of the steps only, which mostly is the executor. */
    @Override
    public final void run() {
        boolean goesOn = true;
        while (goesOn) {
            int ignored = (int) STATE.getAndSet(this, BUSY);
            goesOn = step() ? !STATE.compareAndSet(this, BUSY, IDLE) : isRunHere();
        }
    }

    /** Lets the executor go on with these steps. Returns whether it has left them to the calling thread, as a lack of memory does. */
    private boolean isRunHere() {
        Turn turn;
        try {
            turn = newTurn();
        } catch (OutOfMemoryError e) {
            return true;
        }
        if (!submitOwned(turn)) {
            return false;
        }
        turn.submitter = null;
        return turn.isHere;
    }

    Turn newTurn() {
        return new Turn(this);
    }

    /** Submits a run. If that isn't possible the calling thread does the steps; returns false then. */
    private boolean submitOwned(Runnable run) {
        try {
            submit(run);
            return true;
        } catch (Throwable thrown) {
            refuseRun(thrown);
            return false;
        }
    }

    /** Makes the next steps in the calling thread, because the run that was submitted will never come. */
    protected final void refuseRun(Throwable why) {
        try {
            refused(why);
        } finally {
            run();
        }
    }

    /**
     * Does what there is to do. It throws nothing.
     *
     * @return whether all was done; if not, this gives way and goes on later
     */
    protected abstract boolean step();

    /** Gives a run to the executor. */
    protected abstract void submit(Runnable run);

    /** Notes, between two steps, that the executor has refused a run, so that these steps have to come to an end without it. */
    protected abstract void refused(Throwable why);

    /**
     * A run that tells whether it is called within the call that submits it. {@code submitter} may be read while it is set to null:
     * the thread that sets it is the only one which that concerns.
     */
    static final class Turn implements Runnable {
        private final SerialSteps steps;
        private @Nullable Thread submitter = Thread.currentThread();
        private boolean isHere;

        Turn(SerialSteps steps) {
            this.steps = steps;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a thread is itself
        public void run() {
            if (Thread.currentThread() == submitter) {
                isHere = true;
            } else {
                steps.run();
            }
        }
    }
}
