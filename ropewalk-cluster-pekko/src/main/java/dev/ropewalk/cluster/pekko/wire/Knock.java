package dev.ropewalk.cluster.pekko.wire;

import java.util.Map;

/**
 * Asks a node what it is.
 *
 * @param stamp comes back with the answer
 * @param standing what the node is that asks
 * @param options those of it that must be the same on all nodes, as text
 */
public record Knock(long stamp, Standing standing, Map<String, String> options) implements Wire {}
