package dev.ropewalk.limit;

import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A service, a limiter in front and a load, all from one seed. */
final class LimitScenario {
    final SimulatedTime time = new SimulatedTime();
    final SimulatedService service;
    final SimulatedLimiter limiter;
    private final RandomGenerator random;
    private final int servers;
    private int loads;

    LimitScenario(int servers, long seed, Function<RandomGenerator, LimitAlgorithm> algorithm) {
        this.servers = servers;
        random = new Random(seed);
        service = new SimulatedService(time, random, servers);
        limiter = new SimulatedLimiter(time, service, algorithm.apply(new Random(~seed)));
    }

    /** From now on as many calls as the limit lets are in flight. */
    LimitScenario saturated() {
        stop();
        limiter.saturate(true);
        return this;
    }

    /** From now on calls come at random, so many times as often as the service could do at the beginning. */
    LimitScenario open(double load) {
        stop();
        arrive(loads, service.meanNanos() / servers / load);
        return this;
    }

    /** No more calls begin. */
    LimitScenario stop() {
        loads++;
        limiter.saturate(false);
        return this;
    }

    /** Goes on for a number of mean service times, and returns the figures of them. */
    LimitFigures run(int serviceTimes) {
        limiter.figures();
        time.run((long) (serviceTimes * service.meanNanos()));
        return limiter.figures();
    }

    private void arrive(int load, double gapNanos) {
        time.after((long) (random.nextExponential() * gapNanos), () -> {
            if (load == loads) {
                limiter.tryCall();
                arrive(load, gapNanos);
            }
        });
    }
}
