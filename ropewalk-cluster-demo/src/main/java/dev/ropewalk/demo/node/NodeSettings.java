package dev.ropewalk.demo.node;

import dev.ropewalk.cluster.ClusterOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a node is run.
 *
 * @param cluster how it takes part; losses are told elsewhere
 * @param rate how many messages its customers send a second
 * @param health where it tells how it is
 * @param console whether the console is opened
 * @param history the file where answers are noted, if they are
 * @param child whether another process gives commands by the standard input, and the node ends with that
 */
public record NodeSettings(
        ClusterOptions cluster, int rate, OptionalInt health, boolean console, Optional<Path> history, boolean child) {}
