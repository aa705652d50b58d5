package dev.ropewalk.graph;

import java.util.Objects;

/** A run that hasn't succeeded. The cause is the first failure in the order of the actions; others are suppressed exceptions of it. */
public final class GraphFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public GraphFailedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
