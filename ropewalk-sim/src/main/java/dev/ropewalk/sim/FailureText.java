package dev.ropewalk.sim;

import dev.ropewalk.sim.choice.ReplayKey;
import dev.ropewalk.sim.shrink.Shrunk;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.trace.Columns;
import dev.ropewalk.sim.trace.Trace;
import java.util.HexFormat;
import java.util.List;

/** Tells a failed run. */
final class FailureText {
    private FailureText() {}

    static SimulationFailure of(
            CampaignReport report,
            long campaignSeed,
            long run,
            Attempt attempt,
            RunResult found,
            RunResult result,
            ReplayKey key,
            Shrunk shrunk,
            Trace trace,
            List<String> files) {
        var text = new StringBuilder();
        text.append(report.name()).append(" has failed in run ").append(run).append(" (strategy ");
        text.append(attempt.strategy()).append(", campaign seed ").append(campaignSeed);
        text.append(", run seed 0x")
                .append(HexFormat.of().toHexDigits(attempt.seed()))
                .append("): ");
        text.append(result.ending().message());
        String asFound = firstLine(found);
        if (!asFound.equals(firstLine(result))) {
            text.append("\n  Before it was shrunk it had failed by: ").append(asFound);
        }
        text.append("\n  Repeat it by Simulations.replay(\"").append(key.text()).append("\", ...) or by -D");
        text.append(Overrides.REPLAY).append('=').append(key.text());
        text.append("\n  ").append(sizes(shrunk, trace.faults().size()));
        text.append(", in ").append(ReportText.count(shrunk.runs(), "run")).append(':');
        Columns.lines(trace).forEach(line -> text.append("\n    ").append(line));
        files.forEach(line -> text.append("\n  ").append(line));
        text.append("\n  The campaign: ").append(ReportText.line(report));
        return new SimulationFailure(text.toString(), result.ending().cause(), key.text()).with(report);
    }

    /** What is simpler may take more steps. */
    private static String sizes(Shrunk shrunk, int faults) {
        String after = ReportText.count(shrunk.after().steps(), "step");
        String rest =
                ReportText.count(shrunk.after().switches(), "switch") + " and " + ReportText.count(faults, "fault");
        return shrunk.after().steps() > shrunk.before().steps()
                ? "Simplified to " + rest + " (" + after + "; "
                        + shrunk.before().steps() + " before)"
                : "Shrunk to " + after + ", " + rest + ", from "
                        + ReportText.count(shrunk.before().steps(), "step");
    }

    private static String firstLine(RunResult result) {
        return result.ending().message().lines().findFirst().orElse("");
    }
}
