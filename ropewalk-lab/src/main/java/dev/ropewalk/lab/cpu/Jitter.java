package dev.ropewalk.lab.cpu;

import dev.ropewalk.lab.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a sampler found.
 *
 * @param durationNanos for how long it read the clock
 * @param readings how often
 * @param thresholdNanos how long a gap between readings had to be in order to be noted
 * @param gaps the lengths of the gaps, in nanoseconds
 * @param longestNanos the longest gap; 0 if there was none
 * @param longestAt when that began, since the start
 */
record Jitter(
        long durationNanos, long readings, long thresholdNanos, Histogram gaps, long longestNanos, long longestAt) {
    private static final List<Long> LEVELS = List.of(1_000L, 10_000L, 100_000L, 1_000_000L);
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);
    private static final int BAR = 40;

    /** Returns a text for a person, line by line. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(readings + " readings in " + nanos(durationNanos) + ", one each "
                + Quantity.format((double) durationNanos / Math.max(1, readings), "ns"));
        long lost = lostNanos();
        lines.add(gaps.getTotalCount() + (gaps.getTotalCount() == 1 ? " gap of " : " gaps of ") + nanos(thresholdNanos)
                + " or more took " + nanos(lost) + ", "
                + String.format(Locale.ROOT, "%.3f %%", 100.0 * lost / durationNanos) + " of the time");
        if (gaps.getTotalCount() == 0) {
            return lines;
        }
        lines.add("");
        lines.addAll(bars());
        lines.add("");
        for (long level : LEVELS) {
            if (level >= thresholdNanos) {
                lines.add(over(level));
            }
        }
        lines.add("");
        for (double percentile : PERCENTILES) {
            lines.add(String.format(
                    Locale.ROOT, "  p%-6s %8s", label(percentile), nanos(gaps.getValueAtPercentile(percentile))));
        }
        lines.add(String.format(
                Locale.ROOT, "  longest %8s, begun %s after the start", nanos(longestNanos), nanos(longestAt)));
        return lines;
    }

    private long lostNanos() {
        return Math.round(gaps.getMean() * gaps.getTotalCount());
    }

    private String over(long level) {
        long count = level > longestNanos ? 0 : gaps.getCountBetweenValues(level, longestNanos);
        return String.format(
                Locale.ROOT,
                "  over %-7s %8d, %s a second",
                nanos(level),
                count,
                Quantity.format(count * 1e9 / durationNanos, ""));
    }

    /** Returns a bar for each bucket of 1, 2 and 5 times a power of ten, as long as the logarithm of its count. */
    private List<String> bars() {
        List<Long> edges = edges();
        var lines = new ArrayList<String>();
        double most = Math.log1p((double) gaps.getTotalCount());
        for (int i = 0; i + 1 < edges.size(); i++) {
            long low = Math.max(edges.get(i), thresholdNanos);
            long count = gaps.getCountBetweenValues(low, edges.get(i + 1) - 1);
            int length = (int) Math.round(BAR * Math.log1p((double) count) / most);
            lines.add(String.format(
                            Locale.ROOT,
                            "  %7s - %-7s %8d  %s",
                            nanos(low),
                            nanos(edges.get(i + 1)),
                            count,
                            "#".repeat(length))
                    .stripTrailing());
        }
        return lines;
    }

    /** Returns the limits of the buckets from the threshold to the longest gap. */
    private List<Long> edges() {
        var edges = new ArrayList<Long>();
        for (long power = 1; ; power *= 10) {
            for (long step : List.of(1L, 2L, 5L)) {
                long edge = power * step;
                if (!edges.isEmpty() && edges.getLast() <= thresholdNanos && edge <= thresholdNanos) {
                    edges.clear();
                }
                edges.add(edge);
                if (edge > longestNanos) {
                    return edges;
                }
            }
        }
    }

    private static String label(double percentile) {
        return percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
    }

    private static String nanos(long nanos) {
        return Quantity.format((double) nanos, "ns");
    }
}
