package dev.ropewalk.lab.experiment;

/** How long a contender's JVM lives. */
public enum Lifetime {
    /** One JVM for all cells, kept warm. */
    EXPERIMENT,
    /**
     * One JVM for all cells, which itself does nothing but start programs and measure each from its launch to its end: there
     * is nothing to warm up.
     */
    PROGRAM,
    /**
     * A fresh JVM for each cell, so that no cell sees what another left behind. At size smoke one does for all cells, as
     * there are no figures to spoil.
     */
    CELL,
    /** A fresh JVM for each iteration, so that the whole process is measured, start and warm-up included. */
    ITERATION
}
