package dev.ropewalk.graph.plan;

import dev.ropewalk.graph.Retry;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * When a failed action is tried again.
 *
 * @param attempts how many attempts there are in all
 * @param firstNanos the longest wait before the second attempt; each later one is twice as long as the one before
 * @param maxNanos the longest wait at all
 * @param isWorthwhile whether a failure lets another attempt make sense
 */
public record RetryPolicy(int attempts, long firstNanos, long maxNanos, Predicate<? super Throwable> isWorthwhile)
        implements Retry {
    /** One attempt. */
    public static final RetryPolicy NEVER = new RetryPolicy(1, 0, 0, error -> true);

    static RetryPolicy of(Retry retry) {
        if (retry instanceof RetryPolicy own) {
            return own;
        }
        throw new IllegalArgumentException("needs a policy made by Retry.attempts or Retry.never, not one of "
                + retry.getClass().getName());
    }

    @Override
    public Retry backOff(Duration first, Duration most) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(most, "most");
        if (first.isNegative() || first.compareTo(most) > 0) {
            throw new IllegalArgumentException("back-off must be from zero to " + most + ": " + first);
        }
        return new RetryPolicy(attempts, Parking.nanos(first), Parking.nanos(most), isWorthwhile);
    }

    @Override
    public Retry on(Class<? extends Throwable> type) {
        return when(Objects.requireNonNull(type, "type")::isInstance);
    }

    @Override
    public Retry when(Predicate<? super Throwable> predicate) {
        return new RetryPolicy(attempts, firstNanos, maxNanos, Objects.requireNonNull(predicate, "predicate"));
    }

    /** Returns whether there is another attempt after a failed one, the first being 1. */
    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    public boolean allowsAnother(int attempt, Throwable error) {
        if (attempt >= attempts) {
            return false;
        }
        try {
            return isWorthwhile.test(error);
        } catch (Throwable broken) {
            if (broken != error) {
                error.addSuppressed(broken);
            }
            return false;
        }
    }

    /** Returns how long to wait after an attempt, in nanoseconds. */
    public long backOffNanos(int attempt, RandomGenerator random) {
        int doublings = Math.min(attempt - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        long longest = Math.min(maxNanos, firstNanos << doublings);
        return longest == 0 ? 0 : longest - random.nextLong(longest / 2 + 1);
    }
}
