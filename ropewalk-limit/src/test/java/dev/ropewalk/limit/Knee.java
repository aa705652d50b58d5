package dev.ropewalk.limit;

import java.util.stream.DoubleStream;

/**
 * The limit at which a service has its greatest power, which is throughput over latency (L. Kleinrock, "Power and Deterministic
 * Rules of Thumb for Probabilistic Problems in Computer Communications", 1979). A lower limit leaves servers idle, a higher one
 * makes requests wait.
 *
 * <p>For a saturated limiter, which always has as many calls in flight as it may, it is the number of servers, whatever the service
 * times: up to there throughput is proportional to the limit and latency is constant, from there on it is the other way round.
 */
final class Knee {
    private Knee() {}

    /** Returns the knee of a service to which calls come at random, {@code load} times as many as it can do (M/M/c/K). */
    static int ofOpenLoad(int servers, double load) {
        int best = 1;
        double bestPower = 0;
        for (int limit = 1; limit <= 2 * servers; limit++) {
            double power = power(servers, load, limit);
            if (power > bestPower) {
                best = limit;
                bestPower = power;
            }
        }
        return best;
    }

    /** Returns the power of the service, by the stationary distribution of the number of calls in flight. */
    private static double power(int servers, double load, int limit) {
        double[] weights = new double[limit + 1];
        weights[Math.min(servers, limit)] = 1;
        for (int calls = Math.min(servers, limit); calls > 0; calls--) {
            weights[calls - 1] = weights[calls] * calls / (load * servers);
        }
        for (int calls = servers; calls < limit; calls++) {
            weights[calls + 1] = weights[calls] * load;
        }
        double inFlight = 0;
        double throughput = 0;
        for (int calls = 1; calls <= limit; calls++) {
            inFlight += weights[calls] * calls;
            throughput += weights[calls] * Math.min(calls, servers);
        }
        return throughput / DoubleStream.of(weights).sum() * throughput / inFlight;
    }
}
