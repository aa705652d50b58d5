package dev.ropewalk.lab.pipeline;

import java.util.List;

/**
 * Producers, and the stages that each event passes through, in an order in which none comes before what it depends on.
 *
 * @param keys how many keys events have
 */
record Graph(int producers, int keys, List<Step> stages) {
    Graph {
        stages = List.copyOf(stages);
    }

    /** Returns a graph of one producer whose events all have one key. */
    static Graph of(Step... stages) {
        return new Graph(1, 1, List.of(stages));
    }

    /** Returns whether no other stage depends on a stage. */
    boolean isLast(int stage) {
        return stages.stream().noneMatch(other -> other.after().contains(stage));
    }
}
