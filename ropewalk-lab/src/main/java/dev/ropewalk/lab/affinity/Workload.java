package dev.ropewalk.lab.affinity;

import java.util.Arrays;
import java.util.List;

/** What is measured. */
enum Workload {
    /** A message goes to a second thread and back. */
    PING_PONG("ping-pong"),
    /** A message goes to a second process and back. */
    PROCESSES("ping-pong-processes"),
    /** One thread writes messages, another one reads them at the same time. */
    THROUGHPUT("throughput"),
    /** Threads append entries that must survive the machine's end. */
    DURABLE("durable"),
    /** A log whose last writer was killed is opened. */
    RECOVERY("recovery");

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

    boolean isPingPong() {
        return this == PING_PONG || this == PROCESSES;
    }
}
