package dev.ropewalk.cluster.pekko.wire;

/**
 * Asks a shard where it is.
 *
 * @param shard its number
 */
public record Locate(int shard) implements Wire {}
