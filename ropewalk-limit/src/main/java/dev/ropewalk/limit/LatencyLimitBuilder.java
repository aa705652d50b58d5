package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LatencyLimit;
import dev.ropewalk.limit.algorithm.LatencyRule;
import dev.ropewalk.limit.algorithm.LimitBounds;
import dev.ropewalk.scheduler.park.Unscheduled;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the builders of limits that follow latency have in common: windows and probes.
 *
 * @param <B> the builder itself
 */
abstract class LatencyLimitBuilder<B extends LatencyLimitBuilder<B>> extends LimitBuilder<B> {
    final Probing probing;

    LatencyLimitBuilder(LimitBounds bounds, Probing probing) {
        super(bounds);
        this.probing = probing;
    }

    /**
     * How the round trip is measured.
     *
     * @param random null for a generator of the limit's own
     */
    record Probing(
            int windowSamples, int interval, @Nullable RandomGenerator random) {
        static final Probing DEFAULT = new Probing(200, 100, null);
    }

    /** Returns a copy that measures in another way. */
    abstract B with(Probing changed);

    final LatencyLimit control(LatencyRule rule) {
        RandomGenerator given = probing.random;
        return new LatencyLimit(
                bounds, rule, probing.windowSamples, probing.interval, given == null ? Unscheduled.newRandom() : given);
    }

    /**
     * Sets how many round trips are averaged at least; the default is 200. As many as the limit are averaged in any case. Fewer react
     * faster, and need requests that are alike.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public B windowSamples(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("window samples must be above zero: " + value);
        }
        return with(new Probing(value, probing.interval, probing.random));
    }

    /**
     * Sets after how many windows under load the limit is halved for two windows, to measure the round trip without a queue; the
     * default is 100. A probe comes up to half of it earlier by chance.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public B probeInterval(int windows) {
        if (windows < 1) {
            throw new IllegalArgumentException("probe interval must be above zero: " + windows);
        }
        return with(new Probing(probing.windowSamples, windows, probing.random));
    }

    /**
     * Sets what decides how much earlier the limit is probed. A seeded generator makes all decisions repeatable. By default each limit
     * has a generator of its own, and in a simulation that of its scheduler.
     */
    public B random(RandomGenerator generator) {
        Objects.requireNonNull(generator, "generator");
        return with(new Probing(probing.windowSamples, probing.interval, generator));
    }
}
