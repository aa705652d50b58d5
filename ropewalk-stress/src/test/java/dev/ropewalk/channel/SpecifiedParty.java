package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/** A party of a {@link SpecifiedChannel}: it stands in one line, or as a select in several, until its outcome is known. */
final class SpecifiedParty {
    @Nullable
    String outcome;

    boolean isWaiting() {
        return outcome == null;
    }

    /** Ends the wait; in the words of {@link Words}. */
    void decide(String how) {
        if (outcome != null) {
            throw new IllegalStateException(how + " after " + outcome);
        }
        outcome = how;
    }

    /** Gives up; returns whether that was in time. */
    boolean cancel() {
        boolean inTime = isWaiting();
        if (inTime) {
            decide("cancelled");
        }
        return inTime;
    }
}
