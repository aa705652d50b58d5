package dev.ropewalk.cluster.pekko.wire;

/**
 * Answers {@link Hosted}, which needn't be told again.
 *
 * @param from the incarnation of the sender, which was told
 * @param to that of the node that has told it
 */
public record Heard(long from, long to, String type) implements Wire {}
