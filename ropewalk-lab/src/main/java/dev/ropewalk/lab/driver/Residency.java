package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Lifetime;

/** When a contender's state for a cell exists. */
enum Residency {
    /** From the cell's first iteration to its last: the contenders' states are in memory at the same time. */
    CELL,
    /** Around each iteration, after one that isn't scored, because the states don't fit memory together. */
    TURN,
    /** In a JVM of its own for each iteration, which is scored from its start. */
    PROCESS;

    static Residency of(Lifetime lifetime, long bytesTogether, long memoryBytes) {
        if (lifetime == Lifetime.ITERATION) {
            return PROCESS;
        }
        return bytesTogether > memoryBytes / 3 ? TURN : CELL;
    }
}
