package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One contender in one cell.
 *
 * @param result null if it has none
 * @param ratio of its median to that of the reference, empty if one of the two has no result
 * @param winner whether it is the best of its cell
 * @param skipped why there is no result, null if there is one or no reason is known
 */
record Entry(
        String contender,
        @Nullable Result result,
        OptionalDouble ratio,
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
        if (skipped.isMissed()) {
            return "not found";
        }
        return skipped.isWrong() ? "wrong" : skipped.isFault() ? "failed" : "skipped";
    }

    /** Returns from where to where the samples go, and what that is: an interval or just a range. */
    String rangeText() {
        if (result == null) {
            return "";
        }
        int runs = result.samples().size();
        if (runs == 1) {
            return "one run";
        }
        String range =
                Quantity.format(result.low(), result.unit()) + " to " + Quantity.format(result.high(), result.unit());
        return range + (result.hasInterval() ? ", 95 % of " : ", range of ") + runs + " runs";
    }

    /** Returns the ratio, empty if there is none. */
    String ratioText() {
        return ratio.isPresent() ? Quantity.ratio(ratio.getAsDouble()) : "";
    }
}
