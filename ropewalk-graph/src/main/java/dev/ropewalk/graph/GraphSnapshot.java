package dev.ropewalk.graph;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How far a run has come, counted while it goes on: the figures are right by themselves, and together once nothing moves.
 *
 * @param actions how many actions there are
 * @param succeeded how many have their value
 * @param failed how many have failed for good
 * @param skipped how many won't run because others have failed
 * @param cancelled how many were interrupted because the run was stopped; once it has ended, also those that hadn't begun
 * @param running how many run
 * @param backingOff how many wait for another attempt
 * @param waitingFor how many have all their dependencies and wait, by the resource that is short. Where actions of the same
 *     resources wait, the resource is that of the most urgent one
 * @param runningNow some of those that run, 100 at most
 */
public record GraphSnapshot(
        int actions,
        int succeeded,
        int failed,
        int skipped,
        int cancelled,
        int running,
        int backingOff,
        Map<String, Integer> waitingFor,
        List<Running> runningNow) {
    /** Copies the map and the list. */
    public GraphSnapshot {
        waitingFor = Nulls.copy(waitingFor, "waitingFor");
        runningNow = Nulls.copy(runningNow, "runningNow");
    }

    /**
     * An action that runs.
     *
     * @param action its name
     * @param attempt 1 for its first attempt
     * @param forNanos for how long it has run; 0 if the run isn't {@linkplain GraphOptions#traced traced}
     */
    public record Running(String action, int attempt, long forNanos) {
        /** Checks that nothing is null. */
        public Running {
            Objects.requireNonNull(action, "action");
        }

        @Override
        public String toString() {
            return attempt == 1 ? action : action + ", attempt " + attempt;
        }
    }

    /** Returns how many have ended in one way or another. */
    public int done() {
        return succeeded + failed + skipped + cancelled;
    }

    /** Returns how many have all their dependencies and wait for resources. */
    public int ready() {
        return waitingFor.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return actions + " actions: " + succeeded + " succeeded, " + failed + " failed, " + skipped + " skipped, "
                + cancelled + " cancelled, " + running + " running"
                + (runningNow.isEmpty() ? ", " : " " + runningNow + ", ") + backingOff + " backing off, waiting for "
                + waitingFor;
    }
}
