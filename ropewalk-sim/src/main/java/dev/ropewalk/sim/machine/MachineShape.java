package dev.ropewalk.sim.machine;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.util.stream.IntStream;

/**
 * How a modelled machine is laid out: cores with private caches, clusters of cores that share a last-level cache, and nodes of
 * clusters with memory of their own. One hardware thread a core.
 *
 * @param cores how many cores there are
 * @param coresOfCluster how many cores share a last-level cache
 * @param coresOfNode how many cores are on a node, a multiple of the former
 * @param level1 a core's first cache
 * @param level2 a core's second cache, which holds all that the first one holds
 * @param level3 a cluster's cache, which gets what leaves its cores' second caches
 */
public record MachineShape(
        int cores, int coresOfCluster, int coresOfNode, CacheSize level1, CacheSize level2, CacheSize level3) {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    /**
     * The size of a cache.
     *
     * @param bytes in all; the number of sets that follows must be a power of two
     * @param ways how many lines a set holds
     */
    public record CacheSize(int bytes, int ways) {
        public CacheSize {
            if (ways < 1 || bytes % (ways * Memory.LINE_BYTES) != 0 || Integer.bitCount(sets(bytes, ways)) != 1) {
                throw new IllegalArgumentException("a cache of " + bytes + " bytes and " + ways
                        + " ways doesn't have a power of two sets of lines of " + Memory.LINE_BYTES + " bytes");
            }
        }

        int sets() {
            return sets(bytes, ways);
        }

        private static int sets(int bytes, int ways) {
            return bytes / (ways * Memory.LINE_BYTES);
        }
    }

    public MachineShape {
        if (cores < 1 || coresOfCluster < 1 || coresOfNode < coresOfCluster || coresOfNode % coresOfCluster != 0) {
            throw new IllegalArgumentException("no machine has " + cores + " cores, " + coresOfCluster
                    + " of them in a cluster and " + coresOfNode + " on a node");
        }
    }

    /**
     * Returns the shape of a server of AMD's EPYC 9005 series: per core 48 KiB and 1 MiB, eight cores with 32 MiB in a cluster,
     * 64 cores on a socket, which is a node.
     */
    public static MachineShape epyc(int cores) {
        return new MachineShape(
                cores, 8, 64, new CacheSize(48 * KIB, 12), new CacheSize(MIB, 16), new CacheSize(32 * MIB, 16));
    }

    int clusterOf(int core) {
        return core / coresOfCluster;
    }

    int nodeOf(int core) {
        return core / coresOfNode;
    }

    int clusters() {
        return Math.ceilDiv(cores, coresOfCluster);
    }

    int nodes() {
        return Math.ceilDiv(cores, coresOfNode);
    }

    /** Returns this shape as the scheduler sees it. */
    CpuTopology topology() {
        return CpuTopology.of(
                IntStream.range(0, cores)
                        .mapToObj(core -> Cpu.of(core, core, clusterOf(core), nodeOf(core), nodeOf(core)))
                        .toList(),
                CpuSet.of(IntStream.range(0, cores).toArray()));
    }
}
