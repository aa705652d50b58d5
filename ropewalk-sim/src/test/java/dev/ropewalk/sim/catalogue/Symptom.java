package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.SimulationFailure;
import java.util.Arrays;
import java.util.Optional;

/** How a planted bug shows. */
public enum Symptom {
    /** A check of the program fails. */
    CHECK,
    /** The program's own code throws something else than a failed check. */
    EXCEPTION,
    /** Threads wait for ever. */
    DEADLOCK("nothing can happen any more"),
    /** Something is left over at the end. */
    LEFT_OVER("this is left over"),
    /** Something that was sent isn't handled. */
    UNHANDLED("see allHandled"),
    /** Too much waits at one place. */
    TOO_MANY_WAIT("see maxWaiting");

    /** What a failure says to which no exception has led; empty for the others. */
    private final String text;

    Symptom() {
        this("");
    }

    Symptom(String text) {
        this.text = text;
    }

    /** Returns how a failure shows; empty if it is none that a planted bug has, as that of a run without an end. */
    public static Optional<Symptom> of(SimulationFailure failure) {
        Throwable cause = failure.getCause();
        if (cause == null) {
            String message = String.valueOf(failure.getMessage());
            return Arrays.stream(values())
                    .filter(symptom -> !symptom.text.isEmpty() && message.contains(symptom.text))
                    .findFirst();
        }
        return Optional.of(cause instanceof AssertionError ? CHECK : EXCEPTION);
    }
}
