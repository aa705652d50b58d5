package dev.ropewalk.sim.machine;

import java.util.EnumMap;
import java.util.Map;

/**
 * What things cost on a modelled machine, in nanoseconds.
 *
 * @param source where the figures are from
 * @param alone what reaching a line costs if nothing else is under way: latency
 * @param among what it costs if many accesses that don't depend on each other are under way: the inverse of throughput
 * @param access what computing one position and changing one byte costs, with the byte in the first cache
 * @param atomic what an atomic operation costs beyond reaching its line: it waits for all stores before it
 * @param clock what reading the clock costs
 * @param spin how long one step of a waiting loop takes
 * @param unpark what waking a thread costs the thread that wakes it
 * @param wakeUp how long it takes until the woken thread runs
 * @param strandTask what one task of a strand costs its worker, from its submission to its end, beyond reaching lines
 * @param poolTask the same for a task of a pool with a blocking queue
 * @param forkJoinTask the same for a task of a fork-join pool
 */
public record CostTable(
        String source,
        Map<Reach, Double> alone,
        Map<Reach, Double> among,
        double access,
        double atomic,
        double clock,
        double spin,
        double unpark,
        double wakeUp,
        double strandTask,
        double poolTask,
        double forkJoinTask) {
    public CostTable {
        alone = checked(alone, "alone");
        among = checked(among, "among");
    }

    private static Map<Reach, Double> checked(Map<Reach, Double> costs, String what) {
        var copy = new EnumMap<Reach, Double>(Reach.class);
        copy.putAll(costs);
        for (Reach reach : Reach.values()) {
            Double cost = copy.get(reach);
            if (cost == null || !(cost >= 0)) {
                throw new IllegalArgumentException(what + " must have a cost for " + reach + ", but has " + cost);
            }
        }
        return copy;
    }

    /**
     * Returns the table of published figures. Latencies of caches and memory are those of an EPYC 7742 (AnandTech, "AMD Rome
     * Second Generation EPYC Review", 2019: 4, 13 and 34 cycles; 122 ns for 128 MiB at random). Latencies between cores are
     * those of a dual EPYC 7R13 (github.com/nviennot/core-to-core-latency: 23 ns within a group of eight cores, 107 ns across
     * groups, 197 ns across sockets). Memory of another node is as far beyond the own one as caches of another node are beyond
     * those of other groups.
     *
     * <p>What these sources don't tell was measured on an EPYC 9005 guest with two cores, as the lab does it: computing, atomic
     * operations, the clock, waiting, waking, the tasks of executors; and that a core has about twelve misses in flight, and
     * that what is nearer than 50 ns is nearly hidden behind computing.
     */
    public static CostTable published() {
        return new CostTable(
                "published",
                table(1.2, 3.8, 10.3, 23, 107, 197, 122, 212),
                table(0, 0, 0.2, 0.3, 9, 16, 10, 18),
                1.64,
                5.3,
                23.3,
                26,
                1_000,
                2_500,
                6,
                13,
                28);
    }

    /** Returns what reaching a line costs if nothing else is under way. */
    public double alone(Reach reach) {
        return alone.getOrDefault(reach, 0.0);
    }

    /** Returns what reaching a line costs among many others. */
    public double among(Reach reach) {
        return among.getOrDefault(reach, 0.0);
    }

    /** Returns a copy with other times for the tasks of executors. */
    public CostTable withTasks(double strand, double pool, double forkJoin) {
        return new CostTable(source, alone, among, access, atomic, clock, spin, unpark, wakeUp, strand, pool, forkJoin);
    }

    /** Returns a table by the order of the constants of {@link Reach}. */
    public static Map<Reach, Double> table(double... nanos) {
        var table = new EnumMap<Reach, Double>(Reach.class);
        for (Reach reach : Reach.values()) {
            table.put(reach, nanos[reach.index]);
        }
        return table;
    }
}
