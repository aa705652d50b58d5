package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.NanoClock;
import org.HdrHistogram.Histogram;

/**
 * Reads a clock without pause, and takes note of the gaps between readings: what keeps the thread from its loop is what
 * would hold up any other thread there.
 */
final class JitterSampler {
    /** How long the JIT gets to compile the loop. */
    private static final long WARM_UP_NANOS = 300_000_000;

    /** How long the loop runs before it is entered anew, by when the JIT's work takes effect. */
    private static final long SLICE_NANOS = 5_000_000;

    private static final int DIGITS = 3;

    private final NanoClock clock;
    private final long thresholdNanos;
    private Histogram gaps = new Histogram(DIGITS);
    private long readings;
    private long longestNanos;
    private long longestAt;

    /**
     * Makes a sampler.
     *
     * @param thresholdNanos from which length on a gap is noted, above zero
     */
    JitterSampler(NanoClock clock, long thresholdNanos) {
        this.clock = clock;
        this.thresholdNanos = thresholdNanos;
    }

    /** Reads the clock for so long, after a warm-up. Returns what was found. */
    Jitter sample(long durationNanos) {
        run(clock.nanoTime(), WARM_UP_NANOS);
        gaps = new Histogram(DIGITS);
        readings = 0;
        longestNanos = 0;
        longestAt = 0;
        long start = clock.nanoTime();
        long end = run(start, durationNanos);
        return new Jitter(end - start, readings, thresholdNanos, gaps, longestNanos, Math.max(0, longestAt - start));
    }

    /** Goes on from a reading for so long; returns the last reading. */
    private long run(long start, long nanos) {
        long last = start;
        while (last - start < nanos) {
            last = slice(last, Math.min(SLICE_NANOS, nanos - (last - start)));
        }
        return last;
    }

    private long slice(long start, long nanos) {
        long last = start;
        long count = 0;
        while (last - start < nanos) {
            long now = clock.nanoTime();
            count++;
            if (now - last >= thresholdNanos) {
                note(last, now - last);
            }
            last = now;
        }
        readings += count;
        return last;
    }

    private void note(long at, long gap) {
        gaps.recordValue(gap);
        if (gap > longestNanos) {
            longestNanos = gap;
            longestAt = at;
        }
    }
}
