package dev.ropewalk.graph;

import dev.ropewalk.graph.plan.RetryPolicy;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * When a failed action is tried again: how often, after which failures, and how long afterwards. Immutable. The back-off doubles
 * with each attempt up to a bound, and a random part of up to half of it is left out, so that actions that failed together don't
 * come back together.
 *
 * {@snippet class="dev.ropewalk.graph.snippets.GraphSnippets" region="retry" :
 * Retry retry = Retry.attempts(4)
 *         .backOff(Duration.ofMillis(50), Duration.ofSeconds(2))
 *         .on(IOException.class);
 * }
 */
public interface Retry {
    /** Returns the policy that makes one attempt. */
    static Retry never() {
        return RetryPolicy.NEVER;
    }

    /**
     * Returns a policy that makes so many attempts in all, at once one after the other, after any exception that isn't an
     * {@link Error}.
     *
     * @throws IllegalArgumentException if there isn't at least one attempt
     */
    static Retry attempts(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("attempts must be at least 1: " + most);
        }
        return new RetryPolicy(most, 0, 0, error -> error instanceof Exception);
    }

    /**
     * Returns this policy with a wait before the second attempt and each later one.
     *
     * @param first the longest wait before the second attempt; each later one is twice as long as the one before
     * @param most the longest wait at all
     * @throws IllegalArgumentException if {@code first} is below zero or above {@code most}
     */
    Retry backOff(Duration first, Duration most);

    /** Returns this policy for failures of one type only, and its subtypes. */
    Retry on(Class<? extends Throwable> type);

    /** Returns this policy for those failures only that a predicate accepts. A predicate that throws accepts nothing. */
    Retry when(Predicate<? super Throwable> predicate);
}
