package dev.ropewalk.cpu.reserve;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuDistance;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.ReservationStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which CPUs a reservation takes, given those that are taken already. It goes by the strategies in their order, and within
 * one takes, time after time, the best that is left: isolated CPUs, then those of fast cores, then those whose core no program
 * uses, then those far from the first CPU, which most kernels give their own work, then the highest number.
 *
 * @param usable what may be chosen
 * @param wholeCores whether it takes cores, with all their hyper-threads, or single CPUs
 * @param count how many of them
 * @param earlier the CPUs that the strategies refer to
 */
public record CpuChoice(
        CpuTopology topology,
        CpuSet usable,
        boolean wholeCores,
        int count,
        CpuSet earlier,
        List<ReservationStrategy> strategies) {

    /** Returns the chosen CPUs, one set for each core or single CPU; none if they can't be had. */
    public List<CpuSet> choose(CpuSet taken) {
        List<Cpu> from = earlier.stream().mapToObj(topology::cpu).toList();
        for (ReservationStrategy strategy : strategies) {
            List<CpuSet> chosen = choose(taken, strategy, from);
            if (chosen.size() == count) {
                return chosen;
            }
        }
        return List.of();
    }

    /** Returns the CPUs of all sets. */
    public static CpuSet union(List<CpuSet> parts) {
        return parts.stream().reduce(CpuSet.of(), CpuSet::union);
    }

    private static boolean allows(ReservationStrategy strategy, Cpu cpu, List<Cpu> earlier) {
        return switch (strategy) {
            case ANY -> true;
            case SAME_CORE -> sharesCore(cpu, earlier);
            case SAME_LAST_LEVEL_CACHE ->
                !sharesCore(cpu, earlier)
                        && earlier.stream().anyMatch(other -> other.lastLevelCache() == cpu.lastLevelCache());
            case SAME_SOCKET -> !sharesCore(cpu, earlier) && sharesSocket(cpu, earlier);
            case DIFFERENT_CORE -> !sharesCore(cpu, earlier);
            case DIFFERENT_SOCKET -> !sharesSocket(cpu, earlier);
        };
    }

    private static boolean sharesCore(Cpu cpu, List<Cpu> earlier) {
        return earlier.stream().anyMatch(other -> other.core() == cpu.core());
    }

    private static boolean sharesSocket(Cpu cpu, List<Cpu> earlier) {
        return earlier.stream().anyMatch(other -> other.socket() == cpu.socket());
    }

    private List<CpuSet> choose(CpuSet taken, ReservationStrategy strategy, List<Cpu> from) {
        List<CpuSet> free = new ArrayList<>();
        for (CpuSet part : parts()) {
            if (usable.containsAll(part)
                    && part.intersect(taken).isEmpty()
                    && allows(strategy, topology.cpu(part.first()), from)) {
                free.add(part);
            }
        }
        List<CpuSet> chosen = new ArrayList<>();
        CpuSet busy = taken;
        while (chosen.size() < count && !free.isEmpty()) {
            CpuSet best = free.stream().min(byPreference(busy)).orElseThrow();
            free.remove(best);
            chosen.add(best);
            busy = busy.union(best);
        }
        return chosen;
    }

    private List<CpuSet> parts() {
        return wholeCores
                ? topology.cores()
                : topology.online().stream().mapToObj(CpuSet::of).toList();
    }

    private Comparator<CpuSet> byPreference(CpuSet busy) {
        CpuSet isolated = topology.isolated();
        Cpu first = topology.cpus().getFirst();
        return Comparator.comparing((CpuSet part) -> !isolated.containsAll(part))
                .thenComparing(part -> cpu(part).efficiencyCore())
                .thenComparing(part -> !busy.intersect(core(part)).isEmpty())
                .thenComparing(part -> cpu(part).distanceTo(first), Comparator.reverseOrder())
                .thenComparing(CpuSet::first, Comparator.reverseOrder());
    }

    private Cpu cpu(CpuSet part) {
        return topology.cpu(part.first());
    }

    private CpuSet core(CpuSet part) {
        return topology.nearby(part.first(), CpuDistance.SAME_CORE);
    }

    /** Returns what is asked for, in words. */
    @Override
    public String toString() {
        String what = count + (wholeCores ? " core" : " CPU") + (count == 1 ? "" : "s");
        return what + " of " + usable + ", " + strategies + (earlier.isEmpty() ? "" : " relative to " + earlier);
    }
}
