package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.pipeline.Step.Deal;
import java.util.Arrays;
import java.util.List;

/** The graphs that are compared. */
enum Workload {
    ONE_TO_ONE("1p1c"),
    THREE_TO_ONE("3p1c"),
    MULTICAST("1p3c"),
    THREE_STAGES("three-stage"),
    DIAMOND("diamond"),
    SHARDED("sharded-zipf"),
    WORKERS("workers-uneven");

    static final String WORKLOAD = "workload";
    static final String WIDTH = "width";
    static final String CAPACITY = "capacity";
    static final String EVENTS = "events";
    static final String RATE = "rate";

    private static final int PRODUCERS = 3;
    private static final int ZIPF_KEYS = 1024;

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

    static Workload named(Params params) {
        String label = params.text(WORKLOAD);
        return Arrays.stream(values())
                .filter(workload -> workload.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        WORKLOAD + " must be one of " + String.join(", ", labels()) + ", but is '" + label + "'"));
    }

    /** Returns whether what is spent without load is measured too: the simplest graph tells it all. */
    boolean isMeasuredIdle() {
        return this == ONE_TO_ONE;
    }

    /**
     * Returns producers and stages.
     *
     * @param width handlers of a stage that deals events out among them
     */
    Graph graph(int width) {
        return switch (this) {
            case ONE_TO_ONE -> Graph.of(Step.single(Role.READ));
            case THREE_TO_ONE -> new Graph(PRODUCERS, PRODUCERS, List.of(Step.single(Role.READ)));
            case MULTICAST -> Graph.of(Step.single(Role.READ), Step.single(Role.READ), Step.single(Role.READ));
            case THREE_STAGES ->
                Graph.of(Step.single(Role.LEFT), Step.single(Role.MIDDLE, 0), Step.single(Role.JOIN, 1));
            case DIAMOND -> Graph.of(Step.single(Role.LEFT), Step.single(Role.RIGHT), Step.single(Role.JOIN, 0, 1));
            case SHARDED -> new Graph(1, ZIPF_KEYS, List.of(Step.shared(Role.KEYED, Deal.BY_KEY, width)));
            case WORKERS -> Graph.of(Step.shared(Role.UNEVEN, Deal.ANY, width));
        };
    }
}
