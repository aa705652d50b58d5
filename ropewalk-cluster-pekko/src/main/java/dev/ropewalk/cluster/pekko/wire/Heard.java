package dev.ropewalk.cluster.pekko.wire;

/**
 * Answers {@link TakesPart}, which needn't be told again.
 *
 * @param from the incarnation of the sender, which was told
 * @param to that of the node that has told it
 */
public record Heard(long from, long to, Part part) implements Wire {}
