package dev.ropewalk.observe;

import java.time.Duration;
import java.util.Objects;

/**
 * From where on something is a {@link Finding}. Immutable; each method returns changed options.
 *
 * @param queueLength how much must wait in a queue that grows, by a tenth at least, from one look to the next; 1000 by default
 * @param restarts how many restarts there must be in an actor system between two looks, and one a second at least; 5 by default
 * @param deadLetters how many dead letters there must be in an actor system between two looks, and one a second at least; 10 by default
 * @param limitFloor the limit of a limiter that counts as its minimum if requests wait at both looks; 1 by default
 * @param durableLagBytes how many bytes a journal must have that aren't forced yet, and more than at the look before; 64 MiB by
 *     default. A journal that wasn't forced between the looks isn't meant, for that may be left to the kernel
 * @param slowForce how long the forces of a journal must take between two looks, on average; 100 ms by default
 * @param moves how many strands and tasks must be stolen in a second, or how many strands must change their home, if that is half of all runs
 *     or more; 10 000 by default
 * @param unreadAfter how far apart two looks must be so that a channel is unread from which nothing was received in between, and that a limit has
 *     admitted nothing in between is told; a minute
 *     by default
 * @param stuckAfter how far apart two looks must be so that a part is stuck which has done nothing in between; a second by default
 * @param waitAfter how long all threads of a scope must have waited, and how far apart two looks must be at neither of which a node of a cluster was ready;
 *     ten seconds by default
 */
public record HealthOptions(
        long queueLength,
        long restarts,
        long deadLetters,
        long limitFloor,
        long durableLagBytes,
        Duration slowForce,
        long moves,
        Duration unreadAfter,
        Duration stuckAfter,
        Duration waitAfter) {
    private static final HealthOptions DEFAULTS = new HealthOptions(
            1000,
            5,
            10,
            1,
            64L << 20,
            Duration.ofMillis(100),
            10_000,
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10));

    /** Checks them. */
    public HealthOptions {
        checkPositive("queueLength", queueLength);
        checkPositive("restarts", restarts);
        checkPositive("deadLetters", deadLetters);
        checkPositive("limitFloor", limitFloor);
        checkPositive("durableLagBytes", durableLagBytes);
        checkPositive("slowForce", slowForce);
        checkPositive("moves", moves);
        checkPositive("unreadAfter", unreadAfter);
        checkPositive("stuckAfter", stuckAfter);
        checkPositive("waitAfter", waitAfter);
    }

    private static void checkPositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    private static void checkPositive(String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    /** Returns the defaults. */
    public static HealthOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these with another length of a queue. */
    public HealthOptions queueLength(long value) {
        return new HealthOptions(
                value,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another number of restarts. */
    public HealthOptions restarts(long value) {
        return new HealthOptions(
                queueLength,
                value,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another number of dead letters. */
    public HealthOptions deadLetters(long value) {
        return new HealthOptions(
                queueLength,
                restarts,
                value,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another limit that counts as a minimum. */
    public HealthOptions limitFloor(long value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                value,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another number of bytes that aren't forced. */
    public HealthOptions durableLagBytes(long value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                value,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another time that is long for a force. */
    public HealthOptions slowForce(Duration value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                value,
                moves,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another number of steals or of changed homes. */
    public HealthOptions moves(long value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                value,
                unreadAfter,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another time without a receiver. */
    public HealthOptions unreadAfter(Duration value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                value,
                stuckAfter,
                waitAfter);
    }

    /** Returns these with another time without progress. */
    public HealthOptions stuckAfter(Duration value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                value,
                waitAfter);
    }

    /** Returns these with another time that all threads of a scope have waited, and a node wasn't ready. */
    public HealthOptions waitAfter(Duration value) {
        return new HealthOptions(
                queueLength,
                restarts,
                deadLetters,
                limitFloor,
                durableLagBytes,
                slowForce,
                moves,
                unreadAfter,
                stuckAfter,
                value);
    }
}
