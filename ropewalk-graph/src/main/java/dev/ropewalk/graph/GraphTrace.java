package dev.ropewalk.graph;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The attempts of a run that have ended, with their times, in the JSON array format that <a
 * href="https://ui.perfetto.dev">Perfetto</a> and chrome://tracing open: a slice for each attempt, on as few lanes as let no two
 * overlap, and a counter for what the run holds of each resource. Immutable.
 */
public interface GraphTrace {
    /** Writes the trace to a file, in UTF-8, over what is there. */
    void writeTo(Path file) throws IOException;

    /** Writes the trace. */
    void writeTo(Appendable out) throws IOException;

    /** Returns the trace's JSON. */
    @Override
    String toString();
}
