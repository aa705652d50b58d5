package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LatencyLimit;
import dev.ropewalk.limit.algorithm.LatencyRule;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What the builders of limits that follow latency have in common: windows and probes.
 *
 * @param <B> the builder itself
 */
abstract class LatencyLimitBuilder<B extends LatencyLimitBuilder<B>> extends LimitBuilder<B> {
    private int windowSamples = 200;
    private int probeInterval = 100;
    private RandomGenerator random = new SplittableRandom();

    final LatencyLimit control(LatencyRule rule) {
        return new LatencyLimit(bounds, rule, windowSamples, probeInterval, random);
    }

    /**
     * How many round trips are averaged at least, 200 by default; always as many as the limit. Fewer react faster, and need
     * requests that are alike.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public B windowSamples(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("window samples must be above zero: " + value);
        }
        windowSamples = value;
        return self();
    }

    /**
     * After how many windows under load the limit is halved for two windows to measure the round trip without a queue, 100 by
     * default, and up to half of it earlier by chance.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public B probeInterval(int windows) {
        if (windows < 1) {
            throw new IllegalArgumentException("probe interval must be above zero: " + windows);
        }
        probeInterval = windows;
        return self();
    }

    /** What decides how much earlier the limit is probed; a seeded one makes all decisions repeatable. */
    public B random(RandomGenerator generator) {
        random = Objects.requireNonNull(generator, "generator");
        return self();
    }
}
