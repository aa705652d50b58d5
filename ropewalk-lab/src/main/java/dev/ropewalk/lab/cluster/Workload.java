package dev.ropewalk.lab.cluster;

import java.util.Arrays;
import java.util.List;

/** What is measured. */
enum Workload {
    /** A thread tells entities of another node. */
    TELL("tell"),
    /** A thread asks entities of another node, one question after the other. */
    ASK("ask"),
    /** The same as tell, delivered at least once. */
    RELIABLE("reliable"),
    /** A thread tells an entity of its own process. */
    LOCAL("local"),
    /** A process becomes a node. */
    JOIN("join"),
    /** Entities are asked while a node joins and leaves. */
    HAND_OFF("hand-off"),
    /** Entities are asked while a node is killed. */
    FAILOVER("failover");

    private final String label;

    Workload(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Workload::label).toList();
    }

    static Workload named(String label) {
        return Arrays.stream(values())
                .filter(workload -> workload.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "workload must be one of " + String.join(", ", labels()) + ", but is '" + label + "'"));
    }
}
