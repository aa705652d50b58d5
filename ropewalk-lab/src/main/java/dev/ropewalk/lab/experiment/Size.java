package dev.ropewalk.lab.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How much of an experiment is run. */
public enum Size {
    /** Answers, not figures: seconds. */
    SMOKE,
    /** One telling cell of each experiment with its strongest rivals: all experiments in six minutes. */
    TOUR,
    /** A telling corner of the grid: a few minutes. */
    QUICK,
    /** The published sizes and the whole grid: hours. */
    FULL;

    /**
     * Returns the size with a label.
     *
     * @throws IllegalArgumentException if there is none; the message names all
     */
    public static Size of(String label) {
        return Arrays.stream(values())
                .filter(size -> size.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Arrays.stream(values()).map(Size::label).collect(Collectors.joining(", ")) + ", but is '"
                        + label + "'"));
    }

    /** Returns the name that the command line and the result files use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
