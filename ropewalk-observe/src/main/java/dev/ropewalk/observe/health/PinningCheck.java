package dev.ropewalk.observe.health;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.observe.Finding.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        CpuSet crowded = CrowdedCpus.of(pinned.values());
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
}
