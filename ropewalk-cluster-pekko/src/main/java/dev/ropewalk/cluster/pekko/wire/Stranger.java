package dev.ropewalk.cluster.pekko.wire;

import dev.ropewalk.cluster.NodeAddress;

/**
 * Tells a node that it has asked at an address for what isn't there.
 *
 * @param asked the address that it has taken
 * @param cluster of the node that is there
 * @param address what the node that is there calls itself
 */
public record Stranger(NodeAddress asked, String cluster, NodeAddress address) implements Wire {}
