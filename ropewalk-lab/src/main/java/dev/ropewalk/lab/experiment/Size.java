package dev.ropewalk.lab.experiment;

import java.util.Locale;

/** How much of an experiment is run. */
public enum Size {
    /** Answers, not figures: seconds. */
    SMOKE,
    /** A telling corner of the grid: a few minutes. */
    QUICK,
    /** The published sizes and the whole grid: hours. */
    FULL;

    /** Returns the name that the command line and the result files use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
