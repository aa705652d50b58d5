package dev.ropewalk.lab.result;

import dev.ropewalk.lab.experiment.Params;

/**
 * A contender that has no result in a cell, or not in each metric.
 *
 * @param reason why, in words that a reader understands
 */
public record Skipped(String contender, Params params, String reason) {
    private static final String WRONG = "wrong answer";
    private static final String FAILED = "failed: ";
    private static final String MISSED = "not found: ";

    /** Returns an entry for a contender that answered wrong and so isn't scored. */
    public static Skipped wrong(String contender, Params params, int iteration, String expected, String answer) {
        return new Skipped(
                contender,
                params,
                WRONG + " in iteration " + iteration + ": expected '" + expected + "', got '" + answer + "'");
    }

    /** Returns an entry for a contender that died, hung or threw. */
    public static Skipped failed(String contender, Params params, String how) {
        return new Skipped(contender, params, FAILED + how);
    }

    /** Returns an entry for a contender that took part and didn't find what it was to look for. */
    public static Skipped missed(String contender, Params params, String how) {
        return new Skipped(contender, params, MISSED + how);
    }

    /** Returns whether the contender took part and didn't find what it was to look for. */
    public boolean isMissed() {
        return reason.startsWith(MISSED);
    }

    /** Returns whether the contender should have had a result: it failed or answered wrong. */
    public boolean isFault() {
        return isWrong() || reason.startsWith(FAILED);
    }

    /** Returns whether the contender ran and answered wrong. */
    public boolean isWrong() {
        return reason.startsWith(WRONG);
    }
}
