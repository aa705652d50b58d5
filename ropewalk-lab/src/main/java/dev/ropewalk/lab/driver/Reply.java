package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Outcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a child answers to a {@link Request}: one line of JSON on what was its standard output.
 *
 * @param answer of an iteration
 * @param values of an iteration, by metric
 * @param missed why an iteration has no value for some metric, null if there is nothing to say
 * @param error what went wrong, null if nothing did
 */
record Reply(
        @Nullable String answer,
        Map<String, Double> values,
        @Nullable String missed,
        @Nullable String error) {
    static Reply done() {
        return new Reply(null, Map.of(), null, null);
    }

    static Reply of(Outcome outcome) {
        return new Reply(
                outcome.answer(), outcome.values(), outcome.missed().isEmpty() ? null : outcome.missed(), null);
    }

    static Reply failed(Throwable cause) {
        return new Reply(null, Map.of(), null, cause.toString());
    }
}
