package dev.ropewalk.base;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Durations as the numbers that clocks and waiting count in, without overflow.
 *
 * <p>A timeout and a delay differ. A timeout is waited for: a negative one is over, and one too long for a number never ends. A
 * delay is added to a clock's time: a negative one lies in the past, and one too long is cut, so that the sum doesn't overflow.
 */
public final class Durations {
    /** The nanoseconds of a timeout that never ends. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** The longest delay in nanoseconds, some 73 years: it can be added to any time of any clock. */
    public static final long MAX_DELAY_NANOS = Long.MAX_VALUE / 4;

    /** The longest delay in milliseconds, some 73 million years: it can be added to any time of day. */
    public static final long MAX_DELAY_MILLIS = Long.MAX_VALUE / 4;

    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int DIGITS = 3;

    private Durations() {}

    /** Returns a timeout in nanoseconds: 0 for a negative one, {@link #FOREVER} for one too long for a number. */
    public static long timeoutNanos(Duration timeout) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(timeout, "timeout")));
    }

    /** Returns a delay in nanoseconds, between minus and plus {@link #MAX_DELAY_NANOS}. */
    public static long delayNanos(Duration delay) {
        return Math.clamp(
                TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(delay, "delay")),
                -MAX_DELAY_NANOS,
                MAX_DELAY_NANOS);
    }

    /** Returns a positive delay in milliseconds, between 1 and {@link #MAX_DELAY_MILLIS}. */
    public static long delayMillis(Duration delay) {
        return Math.clamp(TimeUnit.MILLISECONDS.convert(Objects.requireNonNull(delay, "delay")), 1, MAX_DELAY_MILLIS);
    }

    /** Returns a time as people read it, to three digits: {@code 5 µs}, {@code 12.3 ms}. */
    public static String inWords(Duration time) {
        long nanos = TimeUnit.NANOSECONDS.convert(time);
        long size = Math.abs(nanos);
        if (size < MICROSECOND) {
            return nanos + " ns";
        } else if (size < MILLISECOND) {
            return digits(nanos, MICROSECOND) + " µs";
        }
        return size < SECOND ? digits(nanos, MILLISECOND) + " ms" : digits(nanos, SECOND) + " s";
    }

    /** Returns how often a unit is in a number, to three digits, or as many as it has before the point. */
    private static String digits(long nanos, long unit) {
        BigDecimal count = BigDecimal.valueOf(nanos).divide(BigDecimal.valueOf(unit));
        int before = count.precision() - count.scale();
        return count.setScale(Math.max(0, DIGITS - before), RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
