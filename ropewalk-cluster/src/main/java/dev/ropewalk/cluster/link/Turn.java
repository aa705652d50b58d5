package dev.ropewalk.cluster.link;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Strand;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps of a link, one at a time. Whoever runs one has the turn. Mostly that is a task of the strand. A thread that brings a step when nobody has the turn and no step waits may run it itself, which saves a
 * hand-over to another thread; it runs no other.
 *
 * <p>Why there is one at a time: {@code isTaken} is guarded by this lock, is set by one who finds it false, and is set back by that one alone.
 *
 * <p>Why steps keep their order: they are run from the front of one line. Whoever runs a step without putting it into the line has found that empty, in the same section in which it has taken the turn.
 *
 * <p>Why none waits for ever: while a step waits, somebody has the turn or the strand is called. Who puts a step in calls the strand, unless that is so already. Who gives the turn back while steps wait calls it, unless it is called.
 * A call ends when the strand's task begins: that takes the turn, or finds it taken by one who will give it back. Without memory to call the strand, the steps wait for the next one that comes, or for {@link #callAgain}.
 *
 * <p>Why that holds when the scheduler closes: its strand refuses to be called, or abandons the task. Then the thread that is told so takes the turn, or finds it taken by one who will be told so when it gives it back.
 */
final class Turn extends BriefLock {
    /** Of the strand, before its other tasks and other strands have their turn. */
    static final int STEPS_A_TASK = 4;

    private final Strand strand;
    private final Consumer<Throwable> failed;
    private final Runnable closed;
    private final Abandonable task = new Task();

    private @Nullable Step first;
    private @Nullable Step last;
    private boolean isTaken;
    private boolean isCalled;

    /** The strand couldn't be called; changed with the lock, read without it. */
    private volatile boolean isUncalled;

    /** A step that can wait. It is made before the lock is taken, so that memory can't run out in between. It may be brought again when it has begun. */
    static final class Step {
        private final Runnable action;

        /** The next one in the line; guarded by the lock. */
        private @Nullable Step next;

        Step(Runnable action) {
            this.action = action;
        }
    }

    /**
     * Makes a turn that nobody has.
     *
     * @param failed told what a step has thrown, by whoever has the turn
     * @param closed told that the scheduler is closed, by any thread and perhaps more than once; steps are run all the same, whoever brings them
     */
    Turn(Strand strand, Consumer<Throwable> failed, Runnable closed) {
        this.strand = strand;
        this.failed = failed;
        this.closed = closed;
    }

    /** Has a step run behind all that wait. If the scheduler is closed it may be run here. */
    void execute(Runnable step) {
        execute(new Step(step));
    }

    /** As {@link #execute(Runnable)}, without a need for memory. */
    void execute(Step step) {
        if (add(step)) {
            call();
        }
    }

    /** As {@link #execute(Step)}, for a task of the strand: it needs not be called. */
    void executeInStrand(Step step) {
        if (add(step)) {
            task.run();
        }
    }

    /** Runs a step here, if nobody has the turn and no step waits; returns false if that isn't so, and nothing has happened. */
    boolean tryRun(Runnable step) {
        if (!takeIfIdle()) {
            return false;
        }
        try {
            run(step);
        } finally {
            endTurn();
        }
        return true;
    }

    /** Calls the strand if there was no memory for it before: for who has something done by a step that waits. */
    void callAgain() {
        if (isUncalled && takeUncalled()) {
            call();
        }
    }

    /** The scheduler refuses timers. */
    void tellClosed() {
        closed.run();
    }

    private void endTurn() {
        if (giveBack()) {
            call();
        }
    }

    private void run(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            failed.accept(thrown);
        }
    }

    /** Calls the strand. */
    private void call() {
        boolean isComing = false;
        try {
            strand.execute(task);
            isComing = true;
        } catch (RejectedExecutionException notAnyMore) {
            isComing = true; // the task is run here
            task.abandon();
        } catch (StackOverflowError | OutOfMemoryError noRoom) { // whoever comes next calls it
        } finally {
            if (!isComing) {
                endCall();
            }
        }
    }

    private void runWaiting(int max) {
        for (int i = 0; i < max; i++) {
            Step next = nextOrGiveBack();
            if (next == null) {
                return;
            }
            run(next.action);
        }
        endTurn();
    }

    /** What the strand does when it is called. */
    final class Task implements Abandonable {
        @Override
        public void run() {
            if (takeAtCall()) {
                runWaiting(STEPS_A_TASK);
            }
        }

        @Override
        public void abandon() {
            closed.run();
            if (takeAtCall()) {
                runWaiting(Integer.MAX_VALUE);
            }
        }
    }

    // Under the lock

    /** Puts a step in; returns whether the caller is to call the strand. */
    private boolean add(Step step) {
        lock();
        if (last == null) {
            first = step;
        } else {
            last.next = step;
        }
        last = step;
        boolean mustCall = mustCall();
        isCalled |= mustCall;
        unlock();
        return mustCall;
    }

    private boolean mustCall() {
        return !isTaken && !isCalled;
    }

    private boolean takeIfIdle() {
        lock();
        boolean idle = isIdle();
        isTaken |= idle;
        unlock();
        return idle;
    }

    private boolean isIdle() {
        return !isTaken && first == null;
    }

    /** The strand has come; returns whether it has the turn. */
    private boolean takeAtCall() {
        lock();
        isCalled = false;
        boolean free = !isTaken;
        isTaken = true;
        unlock();
        return free;
    }

    /** The strand can't come. */
    private void endCall() {
        lock();
        isCalled = false;
        isUncalled = true;
        unlock();
    }

    /** Returns whether the caller is to call the strand, which nobody could. */
    private boolean takeUncalled() {
        lock();
        isUncalled = false;
        boolean mustCall = first != null && mustCall();
        isCalled |= mustCall;
        unlock();
        return mustCall;
    }

    /** Takes the first step; gives the turn back, and returns null, if there is none. */
    private @Nullable Step nextOrGiveBack() {
        lock();
        Step next = first;
        if (next == null) {
            isTaken = false;
        } else {
            first = next.next;
            next.next = null;
            last = first == null ? null : last;
        }
        unlock();
        return next;
    }

    /** Gives the turn back; returns whether the caller is to call the strand. */
    private boolean giveBack() {
        lock();
        isTaken = false;
        boolean mustCall = first != null && mustCall();
        isCalled |= mustCall;
        unlock();
        return mustCall;
    }
}
