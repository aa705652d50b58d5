package dev.ropewalk.graph;

import dev.ropewalk.base.Nulls;
import java.util.Map;

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
 */
public record GraphSnapshot(
        int actions,
        int succeeded,
        int failed,
        int skipped,
        int cancelled,
        int running,
        int backingOff,
        Map<String, Integer> waitingFor) {
    /** Copies the map. */
    public GraphSnapshot {
        waitingFor = Nulls.copy(waitingFor, "waitingFor");
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
                + cancelled + " cancelled, " + running + " running, " + backingOff + " backing off, waiting for "
                + waitingFor;
    }
}
