package dev.ropewalk.observe.health;

import dev.ropewalk.cpu.CpuSet;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

/**
 * The CPUs that are too few for the threads that are pinned to them. Each thread is given a CPU of its own; those that are in its way move to others of theirs, if
 * one is free in the end. Where none is, all these threads are pinned to the CPUs that were tried and there is one thread more than those: they are crowded.
 */
final class CrowdedCpus {
    private static final int NOBODY = -1;

    /** To which CPUs the thread is pinned that has been given a CPU. */
    private final Map<Integer, CpuSet> pinnedAt = new HashMap<>();

    private CpuSet crowded = CpuSet.of();

    private CrowdedCpus() {}

    /** Finds them; what else threads are pinned to isn't among them. */
    static CpuSet of(Collection<CpuSet> threads) {
        var cpus = new CrowdedCpus();
        threads.forEach(cpus::place);
        return cpus.crowded;
    }

    private void place(CpuSet thread) {
        Map<Integer, Integer> fromWhere = new HashMap<>();
        Queue<Integer> untried = new ArrayDeque<>();
        reach(thread, NOBODY, fromWhere, untried);
        while (!untried.isEmpty()) {
            int cpu = untried.remove();
            CpuSet other = pinnedAt.get(cpu);
            if (other == null) {
                move(cpu, thread, fromWhere);
                return;
            }
            reach(other, cpu, fromWhere, untried);
        }
        crowded = crowded.union(CpuSet.of(
                fromWhere.keySet().stream().mapToInt(Integer::intValue).toArray()));
    }

    /** Notes where a thread could go. Those of crowded CPUs can only go to crowded ones: nobody looks there again. */
    private void reach(CpuSet thread, int from, Map<Integer, Integer> fromWhere, Queue<Integer> untried) {
        for (int cpu : thread.minus(crowded).toArray()) {
            if (fromWhere.putIfAbsent(cpu, from) == null) {
                untried.add(cpu);
            }
        }
    }

    /** Moves the threads that are in the way of another, the last one to a free CPU. */
    private void move(int free, CpuSet thread, Map<Integer, Integer> fromWhere) {
        int to = free;
        for (int from = known(fromWhere, to); from != NOBODY; from = known(fromWhere, to)) {
            pinnedAt.put(to, known(pinnedAt, from));
            to = from;
        }
        pinnedAt.put(to, thread);
    }

    private static <T> T known(Map<Integer, T> each, int cpu) {
        return Objects.requireNonNull(each.get(cpu));
    }
}
