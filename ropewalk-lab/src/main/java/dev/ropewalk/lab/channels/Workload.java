package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The workloads that are compared. */
enum Workload {
    RENDEZVOUS,
    BUFFERED_1,
    BUFFERED_16,
    BUFFERED_100,
    PING_PONG,
    PAIRS,
    CHAIN,
    SELECT_2,
    SELECT_8,
    FAN_IN,
    MPMC;

    static final String WORKERS = "workers";
    static final String WORKLOAD = "workload";
    static final String ELEMENTS = "elements";

    /** Returns the wiring of a cell. */
    static Wiring of(Cell cell) {
        return named(cell.params()).wiring(cell.params().integer(ELEMENTS));
    }

    static Workload named(Params params) {
        return valueOf(params.text(WORKLOAD).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    static int workers(Params params) {
        return params.integer(WORKERS);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Workload::label).toList();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether a process of it receives from several channels at once. */
    boolean selects() {
        return this == SELECT_2 || this == SELECT_8;
    }

    /** Returns processes and channels for about so many receives in a round. */
    Wiring wiring(int elements) {
        return switch (this) {
            case RENDEZVOUS -> Wiring.pairs(1, 0, elements);
            case BUFFERED_1 -> Wiring.pairs(1, 1, elements);
            case BUFFERED_16 -> Wiring.pairs(1, 16, elements);
            case BUFFERED_100 -> Wiring.pairs(1, 100, elements);
            case PING_PONG -> Wiring.pingPong(elements);
            case PAIRS -> Wiring.pairs(1000, 0, elements);
            case CHAIN -> Wiring.chain(10_000, elements);
            case SELECT_2 -> Wiring.select(2, elements);
            case SELECT_8 -> Wiring.select(8, elements);
            case FAN_IN -> Wiring.shared(100, 1, 16, elements);
            case MPMC -> Wiring.shared(4, 4, 16, elements);
        };
    }
}
