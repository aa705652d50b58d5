package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.SimulationFailure;
import java.util.Optional;

/** How a planted bug shows. */
public enum Symptom {
    /** A check of the program fails. */
    CHECK,
    /** The program's own code throws something else than a failed check. */
    EXCEPTION,
    /** Threads wait for ever. */
    DEADLOCK;

    /** Returns how a failure shows; empty if it is none that a planted bug has, as that of a run without an end. */
    public static Optional<Symptom> of(SimulationFailure failure) {
        Throwable cause = failure.getCause();
        if (cause == null) {
            return String.valueOf(failure.getMessage()).contains("nothing can happen any more")
                    ? Optional.of(DEADLOCK)
                    : Optional.empty();
        }
        return Optional.of(cause instanceof AssertionError ? CHECK : EXCEPTION);
    }
}
