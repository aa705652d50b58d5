package dev.ropewalk.cluster.pekko.wire;

import dev.ropewalk.cluster.Node;

/**
 * The answer of a shard.
 *
 * @param owner the node that it is on
 */
public record Located(Node owner) implements Wire {}
