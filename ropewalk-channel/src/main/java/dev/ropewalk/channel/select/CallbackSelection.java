package dev.ropewalk.channel.select;

import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.core.Log;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback that waits in a select. What wakes it clears the other channels and gives it to the executor. If that is a strand
 * whose scheduler ends without running it, it is abandoned, which is the same as being rejected.
 */
final class CallbackSelection<R> extends Selection implements Abandonable, PendingOperation {
    private final ChannelSelect<R> select;
    private final Executor executor;
    private final Consumer<? super R> callback;
    private volatile @Nullable Timer timer;

    /** Whether the callback was called; only of interest where the executor has done that in the thread that wakes this. */
    private boolean begun;

    CallbackSelection(ChannelSelect<R> select, int clauses, Executor executor, Consumer<? super R> callback) {
        super(clauses);
        this.select = select;
        this.executor = executor;
        this.callback = callback;
    }

    /** Sets the timer that will call {@link #timeOut}; what has been decided meanwhile no longer needs it. */
    void setTimer(Timer armed) {
        timer = armed;
        if (!isUndecided()) {
            stopTimer();
        }
    }

    /** A timer that can't be cancelled, for want of memory, finds that all is decided. What was decided must go on. */
    private void stopTimer() {
        Timer armed = timer;
        if (armed != null) {
            try {
                boolean ignored = armed.cancel();
            } catch (Throwable noMemory) {
                return;
            }
        }
    }

    /** Decides for a clause that was chosen without waiting. */
    void decide(Clause<R> chosen, Object outcome) {
        boolean ignored = claim(new SelectWaiter(this, chosen, outcome));
        wake();
    }

    /** Decides for what the select does otherwise. */
    void decideForNone() {
        boolean ignored = giveUp();
        wake();
    }

    @Override
    void wake() {
        leave();
        stopTimer();
        try {
            executor.execute(this);
        } catch (Throwable thrown) {
            if (begun) {
                Log.warnOfSelect(this, "the callback has failed", thrown);
            } else {
                Log.warnOfSelect(this, "the executor rejected the callback", thrown);
                rejected();
            }
        }
    }

    private void rejected() {
        if (!hasGivenUp()) {
            SelectWaiter chosen = chosen();
            chosen.clause.giveBack(Objects.requireNonNull(chosen.value));
        }
        select.release();
    }

    @Override
    public void run() {
        begun = true;
        callback.accept(hasGivenUp() ? select.finishWithout() : select.finish(chosen()));
    }

    @Override
    public void abandon() {
        rejected();
    }

    /** Returns what the strand has to do when the time is up. */
    Abandonable atTimeout() {
        return new TimeUp(this);
    }

    private void timeOut() {
        Steps.before(StepKind.SELECT, select);
        if (giveUp()) {
            leave();
            callback.accept(select.finishWithout());
        }
    }

    @Override
    public boolean cancel() {
        Steps.before(StepKind.SELECT, select);
        if (!giveUp()) {
            return false;
        }
        leave();
        stopTimer();
        select.release();
        return true;
    }

    @Override
    public String toString() {
        return "(" + select.operation() + ")";
    }

    /** The timeout of a wait. If the scheduler ends before, the callback could no longer be told of a choice: the wait is cancelled. */
    private record TimeUp(CallbackSelection<?> selection) implements Abandonable {
        @Override
        public void run() {
            selection.timeOut();
        }

        @Override
        public void abandon() {
            boolean ignored = selection.cancel();
        }
    }
}
