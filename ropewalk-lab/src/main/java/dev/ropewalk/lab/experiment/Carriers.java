package dev.ropewalk.lab.experiment;

import java.util.Optional;

/** The threads of the JDK that run virtual threads: their number is that of the cores, whatever a cell wants. */
public final class Carriers {
    private Carriers() {}

    /** Returns why a contender on the JDK's virtual threads stays out of a cell, empty if it has as many workers as cores. */
    public static Optional<String> refusal(int workers) {
        int cores = Runtime.getRuntime().availableProcessors();
        return workers == cores
                ? Optional.empty()
                : Optional.of("the JDK runs virtual threads on as many carriers as there are cores: " + cores + ", not "
                        + workers);
    }
}
