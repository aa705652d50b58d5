package dev.ropewalk.sim;

import dev.ropewalk.base.Durations;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.Decisions;
import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.choice.ReplayKey;
import dev.ropewalk.sim.choice.Schedule;
import dev.ropewalk.sim.choice.TestId;
import dev.ropewalk.sim.shrink.Outcome;
import dev.ropewalk.sim.shrink.Shrinker;
import dev.ropewalk.sim.shrink.Shrunk;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.HeldLocks;
import dev.ropewalk.sim.trace.Divergence;
import dev.ropewalk.sim.trace.PictureTitle;
import dev.ropewalk.sim.trace.Trace;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run that is looked at again: repeated, compared, shrunk and told. */
final class Finding {
    private static final int SHRINK_RUNS = 2_000;

    /** A shrinker begins with so many runs that repeat the failed one. */
    private static final int FIRST_SHRINK_RUNS = 2;

    private static final long SHRINK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SimulationOptions options;
    private final SingleRun single;
    private final Attempt attempt;
    private final RunResult result;
    private final long run;
    private int shrinkRuns;

    Finding(SimulationOptions options, SingleRun single, FinishedRun finished) {
        this.options = options;
        this.single = single;
        this.attempt = finished.attempt();
        this.result = finished.result();
        this.run = finished.number() + 1;
    }

    /** Repeats the run by strategy and seed and takes its decisions down. */
    Decisions record() {
        ChoiceSource same = SearchStrategy.of(attempt.strategy()).repeat(attempt.seed(), attempt.knowledge());
        var recording = new RecordingChoices(same);
        requireSame(
                single.run(recording, null),
                "strategy and seed",
                SearchStrategy.of(attempt.strategy()).repeat(attempt.seed(), attempt.knowledge()));
        return recording.decisions();
    }

    /** Throws if the run, repeated by its decisions, takes other steps. */
    void requireRepeatable(Decisions decisions) {
        requireSame(
                single.run(new RecordedChoices(decisions.schedule()), null),
                "decisions",
                new RecordedChoices(decisions.schedule()));
    }

    private void requireSame(RunResult again, String by, ChoiceSource same) {
        if (again.hash() == result.hash() && again.steps() == result.steps()) {
            if (again.hasFailed() != result.hasFailed()) {
                throw unrepeated();
            }
        } else {
            Divergence divergence = divergence(same);
            throw new SimulationFailure(
                    options.name() + " isn't under control: run " + run + ", repeated with the same " + by + ", took "
                            + steps(again) + ". Something has a say that"
                            + " the simulation doesn't decide: state that outlives a run, such as a static field or a field of"
                            + " the test, a real clock, a random number, a thread of its own, the order of a hash table by"
                            + " identity"
                            + (HeldLocks.areTold()
                                    ? ""
                                    : ", or a lock that a thread outside of the simulation holds, such as that of a logger: it"
                                            + " has no say if the JVM is started with " + HeldLocks.OPTIONS)
                            + (result.hasFailed()
                                    ? ". The run had failed: " + result.ending().message()
                                    : "")
                            + "\n  Repeated once more: " + divergence.describe(),
                    cause(divergence));
        }
    }

    /** Tells a failure that doesn't come again, though the run takes the same steps. */
    private SimulationFailure unrepeated() {
        return new SimulationFailure(
                options.name() + " isn't under control: run " + run
                        + " failed, but didn't when it was repeated with the same"
                        + " steps. Something has a say that the simulation doesn't decide, such as a pool or a timer of the"
                        + " JDK, or a thread of its own. It had failed: "
                        + result.ending().message(),
                result.ending().cause());
    }

    /** Returns how the steps of the run differ from those that it took when it was repeated. */
    private String steps(RunResult again) {
        String found = ReportText.count(again.steps(), "step");
        return again.steps() == result.steps()
                ? "other steps, " + again.steps() + " as before"
                : found + " instead of " + result.steps();
    }

    /** Runs twice more with the same choices, and compares the steps. */
    private Divergence divergence(ChoiceSource same) {
        var trace = new Trace();
        var recording = new RecordingChoices(same);
        single.run(recording, trace);
        var divergence = new Divergence(trace);
        single.run(new RecordedChoices(recording.decisions().schedule()), divergence);
        return divergence;
    }

    private @Nullable Throwable cause(Divergence divergence) {
        if (divergence.stack().length == 0) {
            return result.ending().cause();
        }
        var where = new Throwable("the step that differs was taken here");
        where.setStackTrace(divergence.stack());
        return where;
    }

    /** Returns in a line how the run has failed. */
    String summary() {
        return options.name() + " has failed in run " + run + " (strategy " + attempt.strategy() + ", seed "
                + HexFormat.of().toHexDigits(attempt.seed()) + "): "
                + result.ending().message();
    }

    /** Shrinks the failed run and tells it. */
    SimulationFailure failure(Decisions decisions, CampaignReport report) {
        Schedule schedule = decisions.schedule();
        long most = Durations.timeoutNanos(options.atMost());
        long shrinkNanos = Math.min(SHRINK_NANOS, most);
        Shrunk shrunk = new Shrinker(
                        choices -> runAgain(choices, shrinkNanos), SHRINK_RUNS, shrinkNanos, System::nanoTime)
                .shrink(schedule);
        single.halt().restart(most);
        Schedule simplest = shrunk.schedule();
        var trace = new Trace();
        RunResult last = single.run(new RecordedChoices(simplest), trace);
        if (!last.hasFailed()) {
            return unrepeated();
        }
        ReplayKey key = key(last, simplest);
        var files = new ReportFiles(options, attempt.seed());
        files.writePicture(
                trace,
                new PictureTitle(
                        options.name(),
                        key.strategy(),
                        HexFormat.of().toHexDigits(attempt.seed()),
                        key.text(),
                        last.ending().message()));
        files.writeSchedule(options.name(), key(result, schedule), decisions);
        return FailureText.of(report, options.seed(), run, attempt, result, last, key, shrunk, trace, files.told());
    }

    private ReplayKey key(RunResult told, Schedule schedule) {
        return new ReplayKey(
                TestId.of(options.name()),
                attempt.strategy().toString(),
                attempt.seed(),
                Arrays.stream(attempt.knowledge().numbers()).boxed().toList(),
                told.hash(),
                told.steps(),
                Optional.of(schedule));
    }

    /** Runs again to shrink. The first runs must show that it fails again, and so have all the time that a campaign has. */
    private Outcome runAgain(ChoiceSource choices, long nanos) {
        if (++shrinkRuns == FIRST_SHRINK_RUNS + 1) {
            single.halt().restart(nanos);
        }
        try {
            RunResult again = single.run(choices, null);
            return new Outcome(Likeness.areAlike(result.ending(), again.ending()), again.steps());
        } catch (HaltedException halted) {
            if (halted.reason() == Halt.Reason.TIME_UP && shrinkRuns > FIRST_SHRINK_RUNS) {
                return new Outcome(false, halted.steps());
            }
            throw halted;
        }
    }
}
