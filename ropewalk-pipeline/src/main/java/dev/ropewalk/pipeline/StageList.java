package dev.ropewalk.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The stages that a builder has, and after which others each comes. Immutable.
 *
 * @param stages by name, in the order in which they were added
 * @param last the names of those that were added last, after which the next ones come unless they say otherwise
 */
record StageList<E>(Map<String, Stage<E>> stages, Map<String, List<String>> after, List<String> last) {
    static <E> StageList<E> empty() {
        return new StageList<>(Map.of(), Map.of(), List.of());
    }

    /** Returns a list with stages that don't wait for each other besides. */
    StageList<E> with(List<Stage<E>> group) {
        var allStages = new LinkedHashMap<>(stages);
        var allAfter = new LinkedHashMap<>(after);
        var names = new ArrayList<String>();
        for (Stage<E> stage : group) {
            if (allStages.putIfAbsent(stage.name(), stage) != null) {
                throw new IllegalArgumentException("there are two stages of the name " + stage.name());
            }
            allAfter.put(stage.name(), stage.dependencies().orElse(last));
            names.add(stage.name());
        }
        return new StageList<>(
                Collections.unmodifiableMap(allStages), Collections.unmodifiableMap(allAfter), List.copyOf(names));
    }

    /** Returns so many names for stages that have none: {@code stage-3} for the third stage, or the next number that is free. */
    List<String> freeNames(int count) {
        var names = new ArrayList<String>();
        for (int number = stages.size() + 1; names.size() < count; number++) {
            String name = "stage-" + number;
            if (!stages.containsKey(name)) {
                names.add(name);
            }
        }
        return names;
    }

    Stage<E> get(String name) {
        return Objects.requireNonNull(stages.get(name));
    }
}
