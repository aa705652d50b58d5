package dev.ropewalk.sim.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which blocked party waits for what which other party holds, and where such waits go round. */
final class HolderCycles {
    private final Map<Party, Party> holders = new LinkedHashMap<>();

    void add(Party waiting, Party holder) {
        holders.put(waiting, holder);
    }

    /** Describes each circle of parties of which each waits for the next. */
    List<String> describe() {
        List<String> cycles = new ArrayList<>();
        Set<Party> seen = new HashSet<>();
        for (Party begin : holders.keySet()) {
            List<Party> cycle = cycleFrom(begin, seen);
            if (!cycle.isEmpty()) {
                cycles.add("in a circle: "
                        + cycle.stream().map(Party::toString).collect(Collectors.joining(" waits for ")) + " waits for "
                        + cycle.getFirst());
            }
        }
        return cycles;
    }

    /** Returns the circle to which the waits from a party lead, empty if there is none or it was found before. */
    private List<Party> cycleFrom(Party begin, Set<Party> seen) {
        Set<Party> path = new LinkedHashSet<>();
        @Nullable Party party = begin;
        while (party != null && path.add(party)) {
            if (!seen.add(party)) {
                return List.of();
            }
            party = holders.get(party);
        }
        if (party == null) {
            return List.of();
        }
        List<Party> all = new ArrayList<>(path);
        return all.subList(all.indexOf(party), all.size());
    }
}
