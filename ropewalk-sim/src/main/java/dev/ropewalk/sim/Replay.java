package dev.ropewalk.sim;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.ReplayKey;
import dev.ropewalk.sim.strategy.Knowledge;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.trace.Columns;
import dev.ropewalk.sim.trace.PictureTitle;
import dev.ropewalk.sim.trace.Trace;
import java.util.HexFormat;

/** Repeats the run that a replay string tells. */
final class Replay {
    private final SimulationOptions options;
    private final SimulationBody body;

    Replay(SimulationOptions options, SimulationBody body) {
        this.options = options;
        this.body = body;
    }

    /**
     * Throws how the run fails.
     *
     * @param exactly whether it also fails if it takes other steps than it did
     */
    void run(ReplayKey key, boolean exactly) {
        key.test().check(options.name());
        var trace = new Trace();
        RunResult result = result(key, trace);
        if (exactly && result.hash() != key.hash()) {
            // The first run in a JVM may take other steps than later ones, because it initializes classes.
            trace = new Trace();
            result = result(key, trace);
        }
        String told = "";
        if (result.hash() != key.hash()) {
            told = "\n  It took " + ReportText.count(result.steps(), "step")
                    + (result.steps() == key.steps()
                            ? ", as many as the string tells, but other ones"
                            : ", and the string tells of " + key.steps())
                    + ": the test or what it tests has changed, or something has a say that the simulation doesn't decide";
        }
        if (result.hasFailed()) {
            throw failure(key, result, trace, told);
        }
        if (exactly && !told.isEmpty()) {
            throw new SimulationFailure(
                    options.name() + " doesn't fail any more, but the run couldn't be repeated step by step." + told,
                    result.ending().cause(),
                    key.text());
        }
    }

    private SimulationFailure failure(ReplayKey key, RunResult result, Trace trace, String told) {
        String how = result.ending().message();
        String seed = HexFormat.of().toHexDigits(key.seed());
        var files = new ReportFiles(options, key.seed());
        files.writePicture(trace, new PictureTitle(options.name(), key.strategy(), seed, key.text(), how));
        var text = new StringBuilder(options.name() + " has failed when it was repeated: " + how + told);
        Columns.lines(trace).forEach(line -> text.append("\n    ").append(line));
        files.told().forEach(line -> text.append("\n  ").append(line));
        return new SimulationFailure(text.toString(), result.ending().cause(), key.text());
    }

    private RunResult result(ReplayKey key, Trace trace) {
        try {
            return new SingleRun(options, body).run(choices(key), trace);
        } catch (HaltedException halted) {
            String why =
                    halted.reason() == Halt.Reason.TIME_UP ? "took more than " + options.atMost() : "was interrupted";
            throw new SimulationFailure(
                    options.name() + " couldn't be repeated: the run " + why + ", after "
                            + ReportText.count(halted.steps(), "step"),
                    halted,
                    key.text());
        }
    }

    private static ChoiceSource choices(ReplayKey key) {
        return key.decisions()
                .<ChoiceSource>map(RecordedChoices::new)
                .orElseGet(() -> SearchStrategy.of(Strategy.parse(key.strategy()))
                        .repeat(key.seed(), Knowledge.of(key.knowledge())));
    }
}
