package dev.ropewalk.demo.control;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the demonstration is run.
 *
 * @param nodes how many nodes there are
 * @param rate how many messages the customers of each node send a second
 * @param heapMegabytes the heap of each node
 * @param stableAfter for how long a split must have stood still before it is decided
 * @param consoles whether each node has a console, not only the first
 * @param histories the folder where answers are noted, if they are
 */
public record DemoSettings(
        int nodes, int rate, int heapMegabytes, Duration stableAfter, boolean consoles, Optional<Path> histories) {}
