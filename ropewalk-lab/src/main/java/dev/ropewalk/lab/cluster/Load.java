package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a cell asks for.
 *
 * @param entities that are told or asked
 * @param amount messages, or questions
 * @param window messages that an entity may be sent at least once before it has handled the first; empty for what a contender has by default
 */
record Load(Workload workload, int entities, int amount, OptionalInt window) {
    static final String WORKLOAD = "workload";
    static final String ENTITIES = "entities";
    static final String AMOUNT = "amount";
    static final String WINDOW = "window";
    static final String DEFAULT_WINDOW = "default";

    static Load of(Params params) {
        return of(List.of(params.text(WORKLOAD), params.text(ENTITIES), params.text(AMOUNT), params.text(WINDOW)));
    }

    /** Returns a load that was told in words. */
    static Load of(List<String> words) {
        String window = words.get(3);
        return new Load(
                Workload.named(words.get(0)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                window.equals(DEFAULT_WINDOW) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(window)));
    }

    /** Returns the words that tell this. */
    List<String> words() {
        return List.of(
                workload.label(),
                String.valueOf(entities),
                String.valueOf(amount),
                window.isPresent() ? String.valueOf(window.getAsInt()) : DEFAULT_WINDOW);
    }

    /** Returns what every iteration must answer. */
    String answer() {
        return amount + " accounted for";
    }

    /** Returns the key of an entity. */
    static String key(int entity) {
        return "key-" + entity;
    }
}
