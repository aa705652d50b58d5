package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.cluster.testkit.FrameTap;

/**
 * How a network behaves.
 *
 * @param seed of all chances
 * @param minLatencyNanos the shortest way of a frame
 * @param maxLatencyNanos the longest
 * @param lossRate how many frames are lost, from 0 to 1
 * @param waitingFrames how many frames may wait on the way from one node to another
 * @param detectionNanos how long a node doesn't answer until others see that
 * @param rebalanceNanos how long after one round of moves the next one is
 * @param rebalanceShards how many shards of a type move in a round
 * @param tap sees each frame
 */
public record NetworkSettings(
        long seed,
        long minLatencyNanos,
        long maxLatencyNanos,
        double lossRate,
        int waitingFrames,
        long detectionNanos,
        long rebalanceNanos,
        int rebalanceShards,
        FrameTap tap) {}
