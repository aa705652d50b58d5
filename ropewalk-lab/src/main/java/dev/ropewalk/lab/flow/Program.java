package dev.ropewalk.lab.flow;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The programs that are compared. Each begins with a range of numbers and ends with a sum. */
enum Program {
    /** A map, a filter and a map, in one thread. */
    FUSED,
    /** Lists of {@link #BATCH_SIZE} numbers, in one thread. */
    BATCH,
    /** The range is behind an asynchronous boundary, and a map and the sum follow. */
    BOUNDARY,
    /** A second boundary between two maps, of which each has a side for itself. */
    HAND_OVER,
    /** A map behind each of {@link #MANY_BOUNDARIES} boundaries. */
    BOUNDARIES,
    /** {@link #MERGED} ranges, each behind a boundary of its own, are merged. */
    MERGE,
    /** The same with a map behind each of these boundaries. */
    MERGE_MAPPED;

    static final String WORKERS = "workers";
    static final String PROGRAM = "program";
    static final String ELEMENTS = "elements";

    static final int BATCH_SIZE = 100;
    static final int MANY_BOUNDARIES = 8;
    static final int MERGED = 4;

    static Program named(Params params) {
        return valueOf(params.text(PROGRAM).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    static int workers(Params params) {
        return params.integer(WORKERS);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Program::label).toList();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether it needs more than publishers and subscribers. */
    boolean needsOperators() {
        return switch (this) {
            case FUSED, BATCH, MERGE, MERGE_MAPPED -> true;
            case BOUNDARY, HAND_OVER, BOUNDARIES -> false;
        };
    }

    /** Returns how many boundaries are in a row. */
    int boundaries() {
        return switch (this) {
            case FUSED, BATCH -> 0;
            case BOUNDARY, MERGE, MERGE_MAPPED -> 1;
            case HAND_OVER -> 2;
            case BOUNDARIES -> MANY_BOUNDARIES;
        };
    }

    /** Returns the right sum of a cell, found by a loop. */
    static long sum(Cell cell) {
        Program program = named(cell.params());
        int elements = cell.params().integer(ELEMENTS);
        long sum = 0;
        for (int i = 0; i < elements; i++) {
            sum += program.valueOf(i);
        }
        return sum;
    }

    private int valueOf(int number) {
        return switch (this) {
            case FUSED -> {
                int next = Steps.plusOne(number);
                yield Steps.isWanted(next) ? Steps.mixed(next) : 0;
            }
            case BATCH, MERGE -> number;
            case BOUNDARY, HAND_OVER, BOUNDARIES, MERGE_MAPPED -> {
                int value = number;
                for (int i = 0; i < boundaries(); i++) {
                    value = Steps.plusOne(value);
                }
                yield value;
            }
        };
    }
}
