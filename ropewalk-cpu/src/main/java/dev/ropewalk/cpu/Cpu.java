package dev.ropewalk.cpu;

import java.util.Objects;

/**
 * One CPU as the operating system counts them: a hyper-thread where cores have several, else a core.
 *
 * @param id its number
 * @param core its core; cores are counted from zero over the whole machine, by their lowest CPU
 * @param lastLevelCache the largest data or unified cache that it can use; counted like cores
 * @param numaNode its NUMA node, with the kernel's number
 * @param socket its socket, with the kernel's number
 * @param capacity its speed in comparison, from 1 to 1024 for the machine's fastest; 1024 where the kernel doesn't say
 * @param efficiencyCore whether it belongs to the slow cores of a hybrid machine: those that the kernel lists as such,
 *     or where it has no list, those with less than three quarters of the fastest one's capacity
 * @param isolated whether the kernel keeps it out of load balancing, so that only threads which are pinned to it run
 *     there ({@code isolcpus})
 */
public record Cpu(
        int id,
        int core,
        int lastLevelCache,
        int numaNode,
        int socket,
        int capacity,
        boolean efficiencyCore,
        boolean isolated) {
    /** The capacity of the fastest CPU, and of every CPU where the kernel doesn't say. */
    public static final int FULL_CAPACITY = 1024;

    public Cpu {
        if (id < 0 || id > CpuSet.MAX_CPU) {
            throw new IllegalArgumentException("CPU number " + id + " isn't within 0 and " + CpuSet.MAX_CPU);
        }
        requireNotNegative(id, "core", core);
        requireNotNegative(id, "last-level cache", lastLevelCache);
        requireNotNegative(id, "NUMA node", numaNode);
        requireNotNegative(id, "socket", socket);
        if (capacity < 1 || capacity > FULL_CAPACITY) {
            throw new IllegalArgumentException(
                    "CPU " + id + ": capacity " + capacity + " isn't within 1 and " + FULL_CAPACITY);
        }
    }

    /** Returns a CPU of full capacity that isn't isolated. */
    public static Cpu of(int id, int core, int lastLevelCache, int numaNode, int socket) {
        return new Cpu(id, core, lastLevelCache, numaNode, socket, FULL_CAPACITY, false, false);
    }

    /**
     * Returns how far this CPU is from another of the same machine. A shared core or cache counts before everything
     * else; then CPUs on different sockets are farthest apart, even where one NUMA node spans the sockets.
     */
    public CpuDistance distanceTo(Cpu other) {
        Objects.requireNonNull(other, "other");
        if (id == other.id) {
            return CpuDistance.SAME_CPU;
        }
        if (core == other.core) {
            return CpuDistance.SAME_CORE;
        }
        if (lastLevelCache == other.lastLevelCache) {
            return CpuDistance.SAME_CACHE;
        }
        if (socket != other.socket) {
            return CpuDistance.OTHER_SOCKET;
        }
        return numaNode == other.numaNode ? CpuDistance.SAME_NODE : CpuDistance.SAME_SOCKET;
    }

    private static void requireNotNegative(int id, String what, int number) {
        if (number < 0) {
            throw new IllegalArgumentException("CPU " + id + ": " + what + " " + number + " is negative");
        }
    }
}
