package dev.ropewalk.limit;

/**
 * What a limiter did in a simulation.
 *
 * @param limit the mean limit over time
 * @param lowest the lowest limit
 * @param highest the highest limit
 * @param latency the mean round trip, in mean service times
 * @param throughput the mean number of servers that did work that was in time
 * @param failed the share of calls that were refused by the service or late
 * @param rejected the share of calls that the limiter turned away
 */
record LimitFigures(
        double limit, int lowest, int highest, double latency, double throughput, double failed, double rejected) {}
