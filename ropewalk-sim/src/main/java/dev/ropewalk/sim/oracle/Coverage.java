package dev.ropewalk.sim.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The named properties over the runs of a campaign. Thread-safe. */
public final class Coverage {
    private final Map<String, PropertyTally> tallies = new TreeMap<>();

    /**
     * Adds those of a run.
     *
     * @return the names of those that must hold in some run, and have held in this one first
     * @throws IllegalArgumentException if a name is used for two kinds
     */
    public synchronized List<String> add(RunProperties run) {
        List<String> found = new ArrayList<>();
        run.tallies().forEach((name, more) -> {
            PropertyTally known = tallies.get(name);
            if (known != null) {
                known.requireKind(name, more.kind());
            }
            if (more.kind().mustHoldOnce() && more.held() > 0 && (known == null || known.held() == 0)) {
                found.add(name);
            }
            tallies.put(name, known == null ? more : known.plus(more));
        });
        return found;
    }

    /** Tells the tallies, in the order of their names. */
    public synchronized void forEach(BiConsumer<String, PropertyTally> visitor) {
        tallies.forEach(visitor);
    }

    /**
     * Returns what held in no run although it must hold in one, a text each.
     *
     * @param expected the names that must be among them
     */
    public synchronized List<String> missing(List<String> expected) {
        List<String> missing = new ArrayList<>();
        for (String name : expected) {
            if (!tallies.containsKey(name)) {
                missing.add("\"" + name + "\", which no run came to");
            }
        }
        tallies.forEach((name, tally) -> {
            if (tally.kind().mustHoldOnce() && tally.held() == 0) {
                missing.add(tally.kind() + " \"" + name + "\", looked at " + tally.looks() + " times in " + tally.runs()
                        + " runs");
            }
        });
        return missing;
    }
}
