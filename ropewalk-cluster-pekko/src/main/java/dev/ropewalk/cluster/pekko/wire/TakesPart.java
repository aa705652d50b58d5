package dev.ropewalk.cluster.pekko.wire;

/**
 * Tells a node what part the sender takes in a type.
 *
 * @param from the incarnation of the sender
 * @param to that of the node that is told
 */
public record TakesPart(long from, long to, Part part) implements Wire {}
