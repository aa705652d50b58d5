package dev.ropewalk.sim;

import dev.ropewalk.sim.choice.Decisions;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.strategy.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * A run of a campaign that has ended.
 *
 * @param number its number, from 0
 * @param attempt as it was planned
 * @param result how it has ended
 * @param recorded its decisions, if they were taken down
 * @param disturbed whether it did something else beside other runs than alone; the result is that of the run alone
 */
record FinishedRun(
        long number,
        Attempt attempt,
        RunResult result,
        @Nullable RecordingChoices recorded,
        boolean disturbed) {
    /** Returns this run, made alone, with the mark whether it was disturbed when it was made beside others. */
    FinishedRun after(FinishedRun besideOthers) {
        return new FinishedRun(number, attempt, result, recorded, !isLike(besideOthers));
    }

    /** Returns whether this run took the same steps as another one, and failed if that did. */
    boolean isLike(FinishedRun run) {
        RunResult other = run.result;
        return other.hash() == result.hash()
                && other.steps() == result.steps()
                && other.hasFailed() == result.hasFailed();
    }

    /** Returns its decisions; if they weren't taken down, the run is repeated for that. */
    Decisions decisions(Finding finding) {
        return recorded == null ? finding.record() : recorded.decisions();
    }
}
