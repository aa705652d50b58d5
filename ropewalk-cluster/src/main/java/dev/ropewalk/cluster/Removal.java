package dev.ropewalk.cluster;

import java.util.Objects;

/**
 * Why a node is a member no more.
 *
 * @param cause whether this node wanted it
 * @param reason in words, for people
 */
public record Removal(Cause cause, String reason) {
    /** Refuses null. */
    public Removal {
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(reason, "reason");
    }

    /** Who has ended it. */
    public enum Cause {
        /** Somebody has begun to close the cluster or its actor system here, before it ended. */
        CLOSED,
        /** Others have taken the node out because it didn't answer, or it has found itself in the smaller part of a cluster that has split, or its engine has failed. */
        REMOVED
    }

    /** Returns whether the node was closed: nothing has gone wrong, and nobody need start it again. */
    public boolean isPlanned() {
        return cause == Cause.CLOSED;
    }
}
