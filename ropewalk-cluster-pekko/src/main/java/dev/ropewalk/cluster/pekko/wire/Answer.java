package dev.ropewalk.cluster.pekko.wire;

import java.util.Map;

/**
 * Answers a {@link Knock}.
 *
 * @param stamp that of the question
 * @param standing what the node is. {@link Standing#OUTSIDE} to a {@link Standing#CANDIDATE} promises that this node founds nothing for a while
 * @param options those of it that must be the same on all nodes, as text
 */
public record Answer(long stamp, Standing standing, Map<String, String> options) implements Wire {}
