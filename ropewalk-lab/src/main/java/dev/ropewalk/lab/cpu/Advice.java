package dev.ropewalk.lab.cpu;

import java.util.List;

/**
 * Something about a machine that costs latency.
 *
 * @param finding what it is
 * @param cost what it costs
 * @param change what to do about it: a command, a file, an option
 */
record Advice(String finding, String cost, String change) {
    /** Returns the lines to print. */
    List<String> lines() {
        return List.of("* " + finding, "  costs:  " + cost, "  change: " + change);
    }
}
