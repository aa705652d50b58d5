package dev.ropewalk.limit.budget;

import dev.ropewalk.limit.waiter.AdmissionWaiter;
import org.jspecify.annotations.Nullable;

/** A request that waits in a budget, and its place in the order of all that do. */
public final class PendingRequest {
    private static final double MAX_HEAD_START = Long.MAX_VALUE >> 1;

    public final Request request;
    final AdmissionWaiter<? super BudgetGrant> waiter;

    /** What it will be given: made beforehand, so that giving needs no memory. */
    public final BudgetGrant grant;

    /** When it began to wait. */
    final long since;

    private final long rank;
    private final long arrival;

    /** Its place in the heap of its lane, or -1 if it isn't there. */
    int index = -1;

    /** The request that was settled after it; belongs to {@link SettledRequests}. */
    @Nullable
    PendingRequest nextSettled;

    /**
     * Creates a request that waits.
     *
     * @param grant what it will be given
     * @param now the time in nanoseconds since the budget was built
     * @param ageing how many nanoseconds of waiting a step of priority is worth
     * @param arrival its number, which decides between two of the same rank
     */
    PendingRequest(
            Request request,
            AdmissionWaiter<? super BudgetGrant> waiter,
            BudgetGrant grant,
            long now,
            long ageing,
            long arrival) {
        this.request = request;
        this.waiter = waiter;
        this.grant = grant;
        this.since = now;
        this.rank = rank(now, request.demand.priority(), ageing);
        this.arrival = arrival;
    }

    /** Waiting and priority are one number that doesn't change with time: a request counts as if it had come so much earlier. */
    private static long rank(long now, int priority, long ageing) {
        double earlier = Math.clamp((double) priority * ageing, -MAX_HEAD_START, MAX_HEAD_START);
        return now - (long) earlier;
    }

    boolean isBefore(PendingRequest other) {
        return rank != other.rank ? rank < other.rank : arrival < other.arrival;
    }
}
