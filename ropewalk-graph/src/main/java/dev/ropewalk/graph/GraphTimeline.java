package dev.ropewalk.graph;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;

/**
 * The attempts of a traced run, those that go on included, for those who draw them while the run goes on. Immutable.
 *
 * @param nanos for how long the run has gone on, or until its last attempt had ended, in nanoseconds
 * @param attempts in the order in which they began
 */
public record GraphTimeline(long nanos, List<Attempt> attempts) {
    /** Makes a copy of the list. */
    public GraphTimeline {
        attempts = Nulls.copy(attempts, "attempts");
    }

    /** How an attempt has ended, if it has. */
    public enum End {
        /** The attempt goes on. */
        RUNNING,
        /** The action has its value. */
        SUCCEEDED,
        /** The action has failed for good. */
        FAILED,
        /** The attempt has failed, and there is another one. */
        RETRIED,
        /** The run was stopped. */
        CANCELLED
    }

    /**
     * An attempt. Times are in nanoseconds since the run was started.
     *
     * @param action the name of the action
     * @param number 1 for the first attempt of an action
     * @param begun when it began
     * @param ended when it ended; while it goes on, when the timeline was made
     * @param end how it ended
     * @param isCritical whether the run has taken as long as it has because of this one: the attempt that ended last, or of those that go on
     *     the one that began first; of what that one depended on the one that ended last, and so on
     */
    public record Attempt(String action, int number, long begun, long ended, End end, boolean isCritical) {
        /** Checks that nothing is null. */
        public Attempt {
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(end, "end");
        }
    }
}
