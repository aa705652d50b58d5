package dev.ropewalk.lab.pipeline;

import java.util.List;

/**
 * A stage of a graph.
 *
 * @param role what it does with each event
 * @param deal which of its handlers get an event
 * @param width how many handlers it has
 * @param after the stages, by their place in the graph, that must have handled an event before; none for a stage that
 *     comes first
 */
record Step(Role role, Deal deal, int width, List<Integer> after) {
    Step {
        after = List.copyOf(after);
    }

    /** Returns a stage of one handler. */
    static Step single(Role role, Integer... after) {
        return new Step(role, Deal.ALL, 1, List.of(after));
    }

    /** Returns a first stage of several handlers that deal the events out among them. */
    static Step shared(Role role, Deal deal, int width) {
        return new Step(role, deal, width, List.of());
    }

    /** Returns which handler gets the events of a key. */
    static int shard(int key, int width) {
        return key % width;
    }

    /** Which of a stage's handlers get an event. */
    enum Deal {
        /** The only one that there is. */
        ALL,
        /** The one that has the event's key. */
        BY_KEY,
        /** Any one. */
        ANY
    }
}
