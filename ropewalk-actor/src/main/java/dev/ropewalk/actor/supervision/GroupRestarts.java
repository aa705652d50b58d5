package dev.ropewalk.actor.supervision;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The restarts of all children of an actor together, in numbered rounds. A child that fails before it has carried out the
 * restart of a round is covered by that: its failure is no reason for another.
 */
final class GroupRestarts {
    final RestartHistory history = new RestartHistory();

    private int round;
    private @Nullable LifeState youngest;

    /** Begins a round with all children that are left, oldest first; returns its number. */
    int begin(List<? extends LifeState> children) {
        if (!children.isEmpty()) {
            youngest = children.getLast();
        }
        return ++round;
    }

    /**
     * Returns whether a child's failure is covered.
     *
     * @param lastRound the round that the child had carried out when it failed
     */
    boolean covers(LifeState child, int lastRound) {
        return lastRound - round < 0 && (youngest == null || !child.isYoungerThan(youngest));
    }
}
