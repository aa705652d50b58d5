package dev.ropewalk.cluster.pekko.wire;

/**
 * Tells a node that the sender hosts a type: shards of it may be there.
 *
 * @param from the incarnation of the sender
 * @param to that of the node that is told
 */
public record Hosted(long from, long to, String type) implements Wire {}
