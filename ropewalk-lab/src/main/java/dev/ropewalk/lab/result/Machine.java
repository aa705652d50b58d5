package dev.ropewalk.lab.result;

import java.util.List;

/**
 * Where an experiment was run.
 *
 * @param cpu the processor's model
 * @param cores how many CPUs this process may use
 * @param caches the caches as CPU 0 sees them, nearest first
 * @param memory physical memory, with unit
 * @param os name, version and architecture
 * @param jdk vendor and version
 * @param flags what every contender's JVM was started with
 */
public record Machine(
        String cpu, int cores, List<String> caches, String memory, String os, String jdk, List<String> flags) {
    public Machine {
        caches = List.copyOf(caches);
        flags = List.copyOf(flags);
    }
}
