package dev.ropewalk.cluster.testkit;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.testkit.net.NetworkSettings;
import dev.ropewalk.cluster.testkit.net.NodeNetwork;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** Builds {@linkplain SimulatedNetwork simulated networks}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class SimulatedNetworkBuilder {
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        long seed;
        Duration minLatency = Duration.ofMillis(1);
        Duration maxLatency = Duration.ofMillis(5);
        double lossRate;
        int waitingFrames = 1 << 16;
        Duration detectionTime = Duration.ofSeconds(1);
        Duration rebalanceInterval = Duration.ofSeconds(1);
        int rebalanceShards = 10;
        FrameTap tap = (from, to, frame, fate) -> {};
    }

    SimulatedNetworkBuilder() {
        this(new Settings());
    }

    private SimulatedNetworkBuilder(Settings settings) {
        this.settings = settings;
    }

    private SimulatedNetworkBuilder with(Consumer<Settings> change) {
        return new SimulatedNetworkBuilder(settings.with(change));
    }

    /** Sets the seed of latencies and losses; 0 by default. */
    public SimulatedNetworkBuilder seed(long value) {
        return with(changed -> changed.seed = value);
    }

    /**
     * Sets how long frames, and what nodes tell each other by themselves, are on their way: from 1 to 5 ms by default. Frames don't overtake each other.
     *
     * @throws IllegalArgumentException if one is below zero, or the first is above the other
     */
    public SimulatedNetworkBuilder latency(Duration min, Duration max) {
        if (Objects.requireNonNull(min, "min").isNegative() || min.compareTo(Objects.requireNonNull(max, "max")) > 0) {
            throw new IllegalArgumentException(
                    "latency must be from zero or more to no less than that, but is from " + min + " to " + max);
        }
        return with(changed -> {
            changed.minLatency = min;
            changed.maxLatency = max;
        });
    }

    /**
     * Sets how many of the frames are lost that were taken; 0 by default. What nodes tell each other by themselves isn't lost.
     *
     * @param value from 0 to 1
     */
    public SimulatedNetworkBuilder lossRate(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("lossRate must be from 0 to 1, but is " + value);
        }
        return with(changed -> changed.lossRate = value);
    }

    /**
     * Sets how many frames may be on their way from one node to another, 65 536 by default; more aren't taken.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public SimulatedNetworkBuilder waitingFrames(int value) {
        return with(changed -> changed.waitingFrames = positive("waitingFrames", value));
    }

    /**
     * Sets after how long a node that isn't reached is unreachable in the view of the others; 1 s by default.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public SimulatedNetworkBuilder detectionTime(Duration value) {
        return with(changed -> changed.detectionTime = positive("detectionTime", value));
    }

    /**
     * Sets how long the cluster waits before it moves shards to nodes that have few, and between two rounds of that; 1 s by default.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public SimulatedNetworkBuilder rebalanceInterval(Duration value) {
        return with(changed -> changed.rebalanceInterval = positive("rebalanceInterval", value));
    }

    /**
     * Sets how many shards of a type move in a round; 10 by default.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public SimulatedNetworkBuilder rebalanceShards(int value) {
        return with(changed -> changed.rebalanceShards = positive("rebalanceShards", value));
    }

    /** Sets what sees each frame; nothing by default. It returns quickly and throws nothing. */
    public SimulatedNetworkBuilder tap(FrameTap value) {
        return with(changed -> changed.tap = Objects.requireNonNull(value, "tap"));
    }

    private static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but is " + value);
        }
        return value;
    }

    private static Duration positive(String name, Duration value) {
        if (!Objects.requireNonNull(value, name).isPositive()) {
            throw new IllegalArgumentException(name + " must be above zero, but is " + value);
        }
        return value;
    }

    /** Builds a network without nodes. */
    public SimulatedNetwork build() {
        return new SimulatedNetwork(new NodeNetwork(new NetworkSettings(
                settings.seed,
                Durations.delayNanos(settings.minLatency),
                Durations.delayNanos(settings.maxLatency),
                settings.lossRate,
                settings.waitingFrames,
                Durations.delayNanos(settings.detectionTime),
                Durations.delayNanos(settings.rebalanceInterval),
                settings.rebalanceShards,
                settings.tap)));
    }
}
