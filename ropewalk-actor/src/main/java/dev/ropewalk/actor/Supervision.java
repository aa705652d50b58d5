package dev.ropewalk.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a parent treats children that fail. Immutable; each method returns a copy with one thing changed.
 *
 * <p>The children of the {@linkplain ActorSystem system} are restarted, at most 10 times in 10 seconds, unless its builder
 * says otherwise; so are those of every actor whose options don't.
 *
 * <p>The idea, the limits and the strategies are those of Erlang's supervisors.
 */
public final class Supervision {
    private static final Supervision DEFAULT =
            new Supervision(List.of(), Directive.RESTART, 10, Duration.ofSeconds(10), Backoff.NONE, false, false);

    /**
     * How long a restart is delayed: {@code min} at first, doubled each time in a row, at most {@code max}.
     *
     * @param min the first delay; zero, with a {@code max} of zero, is what a supervision has whose restarts aren't delayed
     * @param max the longest delay, at least {@code min}
     * @param jitter by which share of itself a delay is randomly lengthened at most, 0 to 1
     */
    public record Backoff(Duration min, Duration max, double jitter) {
        private static final Backoff NONE = new Backoff(Duration.ZERO, Duration.ZERO, 0);

        /** Checks the values. */
        public Backoff {
            Objects.requireNonNull(min, "min");
            Objects.requireNonNull(max, "max");
            if (min.isNegative() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException(
                        "min must not be negative or above max, but min is " + min + " and max " + max);
            }
            if (!(jitter >= 0 && jitter <= 1)) {
                throw new IllegalArgumentException("jitter must be from 0 to 1, but is " + jitter);
            }
        }
    }

    /** What is done about one kind of failure. */
    record Rule(Class<? extends Throwable> type, Directive directive) {}

    private final List<Rule> rules;
    private final Directive otherwise;
    private final int limit;
    private final Duration window;
    private final Backoff backoff;
    private final boolean keepStash;
    private final boolean allForOne;

    private Supervision(
            List<Rule> rules,
            Directive otherwise,
            int limit,
            Duration window,
            Backoff backoff,
            boolean keepStash,
            boolean allForOne) {
        this.rules = rules;
        this.otherwise = otherwise;
        this.limit = limit;
        this.window = window;
        this.backoff = backoff;
        this.keepStash = keepStash;
        this.allForOne = allForOne;
    }

    /** Returns the default: restart, at most 10 times in 10 seconds. */
    public static Supervision restart() {
        return DEFAULT;
    }

    /** Returns a supervision that does the same about every failure. */
    public static Supervision always(Directive directive) {
        return DEFAULT.otherwise(directive);
    }

    /** Sets what is done about failures of a type. The rules are asked in the order in which they were added. */
    public Supervision on(Class<? extends Throwable> type, Directive directive) {
        var added = new ArrayList<>(rules);
        added.add(new Rule(Objects.requireNonNull(type, "type"), Objects.requireNonNull(directive, "directive")));
        return new Supervision(List.copyOf(added), otherwise, limit, window, backoff, keepStash, allForOne);
    }

    /** Sets what is done about failures that no rule fits. */
    public Supervision otherwise(Directive directive) {
        Objects.requireNonNull(directive, "directive");
        return new Supervision(rules, directive, limit, window, backoff, keepStash, allForOne);
    }

    /**
     * Sets how many restarts a child may have within a time, not counting the delays of {@link #backoff}. The next failure stops
     * it.
     *
     * @param restarts zero or more
     * @param within above zero
     * @throws IllegalArgumentException if an argument is out of its bounds
     */
    public Supervision limit(int restarts, Duration within) {
        Objects.requireNonNull(within, "within");
        if (restarts < 0) {
            throw new IllegalArgumentException("restarts must not be negative, but is " + restarts);
        }
        if (!within.isPositive()) {
            throw new IllegalArgumentException("within must be above zero, but is " + within);
        }
        return new Supervision(rules, otherwise, restarts, within, backoff, keepStash, allForOne);
    }

    /**
     * Delays restarts, so that what a child depends on can recover: by {@code min} at first, then twice as long each time, at most
     * {@code max}. A child that has run for the time of the {@link #limit} without failing begins with {@code min} again. One
     * that fails at once each time is stopped by the limit: with the default after 10 restarts. Messages wait meanwhile. Without
     * this restarts aren't delayed.
     *
     * @param min above zero
     * @param max at least {@code min}
     * @param jitter by which share of itself a delay is randomly lengthened at most, 0 to 1
     * @throws IllegalArgumentException if an argument is out of its bounds
     */
    public Supervision backoff(Duration min, Duration max, double jitter) {
        Objects.requireNonNull(min, "min");
        Objects.requireNonNull(max, "max");
        if (!min.isPositive() || max.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                    "min must be above zero and at most max, but min is " + min + " and max " + max);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter must be from 0 to 1, but is " + jitter);
        }
        return new Supervision(rules, otherwise, limit, window, new Backoff(min, max, jitter), keepStash, allForOne);
    }

    /**
     * Sets whether a restarted child keeps its stash. By default it doesn't: stashed messages go back to the front of its mailbox.
     */
    public Supervision keepStash(boolean value) {
        return new Supervision(rules, otherwise, limit, window, backoff, value, allForOne);
    }

    /**
     * Sets whether all children are treated as the failed one; the default is false. The limit then counts for all together.
     */
    public Supervision allForOne(boolean value) {
        return new Supervision(rules, otherwise, limit, window, backoff, keepStash, value);
    }

    /** Returns what is done about a failure. */
    public Directive directiveFor(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        for (Rule rule : rules) {
            if (rule.type().isInstance(failure)) {
                return rule.directive();
            }
        }
        return otherwise;
    }

    /** Returns how many restarts a child may have within the {@linkplain #restartWindow window}. */
    public int restartLimit() {
        return limit;
    }

    /** Returns the time within which restarts are counted. */
    public Duration restartWindow() {
        return window;
    }

    /** Returns how long restarts are delayed. */
    public Backoff backoff() {
        return backoff;
    }

    /** Returns whether a restarted child keeps its stash. */
    public boolean keepStash() {
        return keepStash;
    }

    /** Returns whether what is done to one child is done to all. */
    public boolean allForOne() {
        return allForOne;
    }
}
