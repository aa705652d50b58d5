package dev.ropewalk.observe.health;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.observe.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * More pinned threads than CPUs. Only those that both looks have seen at the same CPUs are meant: a thread that takes the place of another is
 * pinned a moment before that one ends.
 */
final class PinningCheck {
    private static final int SHOWN = 8;

    private PinningCheck() {}

    static void compare(Map<String, CpuSet> before, Map<String, CpuSet> after, Looks looks) {
        Map<String, CpuSet> pinned = new LinkedHashMap<>();
        for (Map.Entry<String, CpuSet> thread : after.entrySet()) {
            if (thread.getValue().equals(before.getOrDefault(thread.getKey(), CpuSet.of()))) {
                pinned.put(thread.getKey(), thread.getValue());
            }
        }
        CpuSet crowded = crowded(pinned);
        if (crowded.isEmpty()) {
            return;
        }
        List<String> threads = new ArrayList<>();
        for (Map.Entry<String, CpuSet> thread : pinned.entrySet()) {
            if (crowded.containsAll(thread.getValue())) {
                threads.add(thread.getKey() + " to " + thread.getValue());
            }
        }
        looks.warn(
                Kind.PINNED_OVERCOMMIT,
                "pinned threads",
                threads.size() + " threads are pinned to "
                        + (crowded.size() == 1 ? "CPU " + crowded : "the " + crowded.size() + " CPUs " + crowded) + ": "
                        + threads.stream().limit(SHOWN).collect(Collectors.joining(", "))
                        + (threads.size() > SHOWN ? ", ..." : ""),
                "They take turns, and one that spins holds up the others: pin fewer, or give each a CPU of its own, which"
                        + " CpuReservation finds");
    }

    /**
     * Returns the CPUs to which more threads are pinned than there are of them. The smallest sets are seen first: what a larger one has beyond those
     * is told only if the threads that are left are too many for the CPUs that are left.
     */
    private static CpuSet crowded(Map<String, CpuSet> pinned) {
        Set<CpuSet> sets = new LinkedHashSet<>(pinned.values());
        sets.add(union(pinned));
        List<CpuSet> smallestFirst =
                sets.stream().sorted(Comparator.comparingInt(CpuSet::size)).toList();
        CpuSet crowded = CpuSet.of();
        for (CpuSet cpus : smallestFirst) {
            CpuSet all = crowded.union(cpus);
            int threads = 0;
            for (CpuSet each : pinned.values()) {
                if (all.containsAll(each) && !crowded.containsAll(each)) {
                    threads++;
                }
            }
            if (threads > all.size() - crowded.size()) {
                crowded = all;
            }
        }
        return crowded;
    }

    private static CpuSet union(Map<String, CpuSet> pinned) {
        CpuSet all = CpuSet.of();
        for (CpuSet cpus : pinned.values()) {
            all = all.union(cpus);
        }
        return all;
    }
}
