package dev.ropewalk.scheduler.worker;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuDistance;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;

/** Which CPUs share a last-level cache, in the form that a thief asks for it. */
public final class Caches {
    private final CpuTopology topology;
    private final CpuSet online;
    private final boolean several;

    public Caches(CpuTopology topology) {
        this.topology = topology;
        this.online = topology.online();
        this.several = hasSeveral(topology);
    }

    private static boolean hasSeveral(CpuTopology topology) {
        int first = topology.cpus().getFirst().lastLevelCache();
        for (Cpu cpu : topology.cpus()) {
            if (cpu.lastLevelCache() != first) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there is more than one last-level cache, so that asking further makes sense. */
    boolean areSeveral() {
        return several;
    }

    /** Returns whether two CPUs share a last-level cache; true where either is unknown. */
    boolean areShared(int cpu, int other) {
        return !online.contains(cpu)
                || !online.contains(other)
                || topology.distance(cpu, other).compareTo(CpuDistance.SAME_CACHE) <= 0;
    }
}
