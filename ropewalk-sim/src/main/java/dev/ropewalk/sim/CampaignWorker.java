package dev.ropewalk.sim;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.Lanes;
import dev.ropewalk.sim.thread.StuckException;
import org.jspecify.annotations.Nullable;

/** Makes runs of a campaign, one after the other, beside other workers. */
final class CampaignWorker implements Lanes.Work {
    private final SimulationOptions options;
    private final SingleRun single;
    private final RunQueue queue;
    private final boolean besideOthers;
    private volatile boolean waiting;

    /** The run that it makes. Written by the worker, and read by the thread that gives it up. */
    private volatile long number;

    /** Whether a run is under way whose end nobody has told yet. Guarded by this. */
    private boolean running;

    /** Whether it was given up, so that it ends, and what it still does counts for nothing. Written under this; a run reads it. */
    private volatile boolean gone;

    CampaignWorker(SimulationOptions options, SingleRun single, RunQueue queue, boolean besideOthers) {
        this.options = options;
        this.single = single;
        this.queue = queue;
        this.besideOthers = besideOthers;
    }

    @Override
    public void run() {
        try {
            RunQueue.Begun next = queue.begin(this);
            while (next != null && makeAndTell(next)) {
                next = queue.begin(this);
            }
        } catch (Throwable ofCampaign) {
            queue.fail(ofCampaign);
        }
    }

    /** Makes a run; returns whether more may follow. */
    private boolean makeAndTell(RunQueue.Begun next) {
        number = next.number();
        setRunning();
        try {
            FinishedRun done = made(next.attempt());
            if (done == null || !endRunning()) {
                return false;
            }
            queue.end(done);
            return true;
        } catch (HaltedException halted) {
            if (endRunning()) {
                queue.leave(number, halted);
            }
            return false;
        } catch (Throwable thrown) {
            if (endRunning()) {
                queue.end(number, thrown);
            }
            return false;
        }
    }

    private synchronized void setRunning() {
        running = true;
    }

    /** Returns whether the end of the run is the worker's to tell. */
    private synchronized boolean endRunning() {
        boolean own = running && !gone;
        running = false;
        return own;
    }

    /** Returns the run that counts; null if none does, because one before it has failed. */
    private @Nullable FinishedRun made(Attempt planned) {
        FinishedRun done = once(planned, besideOthers);
        while (done == null) {
            if (!queue.awaitVerdict(number, this)) {
                return null;
            }
            done = once(planned.again(), true);
        }
        if (besideOthers && done.result().hasFailed()) {
            if (!queue.awaitAlone(number, this)) {
                return null;
            }
            done = repeated(planned.again(), done);
        }
        return number == 0 ? checked(planned, done) : done;
    }

    /**
     * Repeats the first run, to see whether it takes the same steps again; returns what counts of it. The first run in a JVM may take
     * other steps than it takes ever after, because it initializes classes. So it is made anew before it is repeated by its decisions,
     * unless its strategy can't: then it is repeated only.
     */
    private FinishedRun checked(Attempt planned, FinishedRun done) {
        FinishedRun again = done;
        if (planned.isRepeatable() && !gone) {
            Attempt same = planned.again();
            var choices = new RecordingChoices(same.choices());
            again = new FinishedRun(number, same, single.run(choices, null, () -> gone), choices, false);
        }
        boolean failed = done.result().hasFailed();
        if (gone
                || (failed
                        && !Likeness.areAlike(
                                done.result().ending(), again.result().ending()))) {
            return done;
        }
        if (!again.result().hasFailed()) {
            var finding = new Finding(options, single, again);
            finding.requireRepeatable(again.decisions(finding));
        }
        return done.isLike(again) ? done : again;
    }

    /** Returns what a run that has failed beside others does alone; if the time for that is up, it counts as it is. */
    private FinishedRun repeated(Attempt again, FinishedRun besideOthers) {
        try {
            return alone(again).after(besideOthers);
        } catch (HaltedException halted) {
            if (halted.reason() == Halt.Reason.TIME_UP) {
                return besideOthers;
            }
            throw halted;
        }
    }

    private FinishedRun alone(Attempt attempt) {
        ChoiceSource choices = attempt.choices();
        RecordingChoices recorded = attempt.isRepeatable() ? null : new RecordingChoices(choices);
        RunResult result = single.run(recorded == null ? choices : recorded, null, () -> gone);
        return new FinishedRun(number, attempt, result, recorded, false);
    }

    /** Makes a run; returns null if it was stopped. */
    private @Nullable FinishedRun once(Attempt attempt, boolean mayStop) {
        if (!mayStop) {
            return alone(attempt);
        }
        boolean[] stopped = new boolean[1];
        RunResult result = single.run(attempt.choices(), null, () -> stopped[0] |= gone || queue.isStopped(number));
        return stopped[0] ? null : new FinishedRun(number, attempt, result, null, false);
    }

    void setWaiting(boolean value) {
        waiting = value;
    }

    @Override
    public boolean isWaiting() {
        return waiting;
    }

    @Override
    public boolean giveUp(StuckException why) {
        synchronized (this) {
            if (!running) {
                return false;
            }
            gone = true;
        }
        queue.end(number, why);
        return true;
    }
}
