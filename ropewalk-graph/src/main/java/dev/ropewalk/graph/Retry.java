package dev.ropewalk.graph;

import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * When a failed action is tried again: how often, after which failures, and how long afterwards. Immutable. The back-off doubles
 * with each attempt up to a bound, and a random part of up to half of it is left out, so that those who failed together don't
 * come back together.
 *
 * {@snippet :
 * Retry retry = Retry.attempts(4).backOff(Duration.ofMillis(50), Duration.ofSeconds(2)).on(IOException.class);
 * }
 */
public final class Retry {
    private static final Retry NEVER = new Retry(1, 0, 0, error -> true);

    private final int attempts;
    private final long firstNanos;
    private final long mostNanos;
    private final Predicate<? super Throwable> worthwhile;

    private Retry(int attempts, long firstNanos, long mostNanos, Predicate<? super Throwable> worthwhile) {
        this.attempts = attempts;
        this.firstNanos = firstNanos;
        this.mostNanos = mostNanos;
        this.worthwhile = worthwhile;
    }

    /** Returns the policy that makes one attempt. */
    public static Retry never() {
        return NEVER;
    }

    /**
     * Returns a policy that makes so many attempts in all, at once one after the other, after any exception that isn't an
     * {@link Error}.
     *
     * @throws IllegalArgumentException if there isn't at least one attempt
     */
    public static Retry attempts(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("attempts must be at least 1: " + most);
        }
        return new Retry(most, 0, 0, error -> error instanceof Exception);
    }

    /**
     * Returns this policy with a wait before the second attempt and each later one.
     *
     * @param first the longest wait before the second attempt; each later one is twice as long as the one before
     * @param most the longest wait at all
     * @throws IllegalArgumentException if {@code first} is below zero or above {@code most}
     */
    public Retry backOff(Duration first, Duration most) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(most, "most");
        if (first.isNegative() || first.compareTo(most) > 0) {
            throw new IllegalArgumentException("back-off must be from zero to " + most + ": " + first);
        }
        return new Retry(attempts, Parking.nanos(first), Parking.nanos(most), worthwhile);
    }

    /** Returns this policy for failures of one type only, and its subtypes. */
    public Retry on(Class<? extends Throwable> type) {
        return when(Objects.requireNonNull(type, "type")::isInstance);
    }

    /** Returns this policy for those failures only that a predicate accepts. A predicate that throws accepts nothing. */
    public Retry when(Predicate<? super Throwable> predicate) {
        return new Retry(attempts, firstNanos, mostNanos, Objects.requireNonNull(predicate, "predicate"));
    }

    /** Returns whether there is another attempt after one that failed, the first being 1. */
    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    public boolean again(int attempt, Throwable error) {
        Objects.requireNonNull(error, "error");
        if (attempt >= attempts) {
            return false;
        }
        try {
            return worthwhile.test(error);
        } catch (Throwable broken) {
            if (broken != error) {
                error.addSuppressed(broken);
            }
            return false;
        }
    }

    /** Returns how long to wait after an attempt, in nanoseconds. */
    public long backOffNanos(int attempt, RandomGenerator random) {
        Objects.requireNonNull(random, "random");
        int doublings = Math.min(attempt - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        long longest = Math.min(mostNanos, firstNanos << doublings);
        return longest == 0 ? 0 : longest - random.nextLong(longest / 2 + 1);
    }
}
