package dev.ropewalk.lab.driver;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** Deals the time of an experiment out to its cells, and the time of a cell to its passes. Used by one thread. */
final class Pace {
    private final Budget budget;
    private final LongSupplier nanoClock;
    private final long deadline;
    /** How long what is left waits for the clock, by cell. */
    private final Deque<Duration> waiting;

    private long cellDeadline;
    /** Where even the minimum of rounds ends, so that a slow cell doesn't take the time of all others. */
    private long cellLimit;

    /**
     * Makes a pace.
     *
     * @param waiting for each cell how long the minimum of its rounds waits for the clock, which the budget has time for
     */
    Pace(Budget budget, List<Duration> waiting, LongSupplier nanoClock) {
        this.budget = budget;
        this.nanoClock = nanoClock;
        this.waiting = new ArrayDeque<>(waiting);
        deadline = nanoClock.getAsLong() + budget.total().toNanos();
    }

    /**
     * Begins the next cell: it gets the time for which it waits, and its part of what else is left, so that a short one
     * leaves more to the others.
     */
    void beginCell() {
        long now = nanoClock.getAsLong();
        long waitingNanos = waiting.stream().mapToLong(Duration::toNanos).sum();
        long part = Math.max(0, deadline - now - waitingNanos) / waiting.size()
                + waiting.removeFirst().toNanos();
        cellDeadline = now + part;
        cellLimit = Math.min(deadline, now + part + part / 2);
    }

    boolean isOutOfTime() {
        return nanoClock.getAsLong() >= deadline;
    }

    /**
     * Returns how many more rounds a pass gets, the same for all contenders: as many as fit its part of the cell's time,
     * and at least a minimum unless that would take more than one and a half of the cell's part, or break the
     * experiment's deadline.
     *
     * @param done how many rounds of this pass are done
     * @param minimum how many rounds this pass has at least
     * @param share of this pass
     * @param sharesLeft of this pass and those after it
     * @param round how long the last round took
     */
    int moreRounds(int done, int minimum, int share, int sharesLeft, Duration round) {
        long now = nanoClock.getAsLong();
        double roundNanos = Math.max(1, round.toNanos());
        double fitting = Math.max(0, cellDeadline - now) * ((double) share / sharesLeft) / roundNanos;
        double fittingAtAll = Math.max(0, cellLimit - now) / roundNanos;
        double wanted = Math.clamp(fitting, Math.max(0, minimum - done), budget.maxRounds() - done);
        return (int) Math.max(0, Math.min(wanted, fittingAtAll));
    }
}
