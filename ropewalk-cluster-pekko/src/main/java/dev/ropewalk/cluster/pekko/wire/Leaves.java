package dev.ropewalk.cluster.pekko.wire;

/**
 * Tells a node that the sender is about to leave: no shard is to come to it.
 *
 * @param from the incarnation of the sender
 */
public record Leaves(long from) implements Wire {}
