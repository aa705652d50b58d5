package dev.ropewalk.cluster.pekko.wire;

/**
 * What a node has to do with a type: it has a region of it, or is about to.
 *
 * @param hosts whether shards of it may be there
 */
public record Part(String type, boolean hosts) {}
