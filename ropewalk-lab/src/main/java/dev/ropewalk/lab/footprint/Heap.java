package dev.ropewalk.lab.footprint;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** The heap of this JVM. */
final class Heap {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private Heap() {}

    /** Returns how many bytes all reachable objects take, after a full collection. */
    static long reachableBytes() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
