package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.Estimate;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import org.jspecify.annotations.Nullable;

/**
 * One contender in one cell.
 *
 * @param result null if it has none
 * @param ratio to the reference, null if one of the two has no result
 * @param winner whether it is the best of its cell
 * @param skipped why there is no result, null if there is one or no reason is known
 */
record Entry(
        String contender,
        @Nullable Result result,
        @Nullable Estimate ratio,
        boolean winner,
        @Nullable Skipped skipped) {

    /** Returns the median, or the short form of why there is none. */
    String text() {
        if (result != null) {
            return Quantity.format(result.median(), result.unit());
        }
        if (skipped == null) {
            return "-";
        }
        return skipped.isWrong() ? "wrong" : skipped.isFault() ? "failed" : "skipped";
    }

    /** Returns the ratio, empty if there is none. */
    String ratioText() {
        return ratio == null ? "" : Quantity.ratio(ratio.median());
    }
}
