package dev.ropewalk.graph.run;

import dev.ropewalk.graph.GraphListener;
import dev.ropewalk.limit.Budget;
import org.jspecify.annotations.Nullable;

/**
 * How a graph is run.
 *
 * @param name what the run is called, if anything
 * @param budget what actions take their demands from; without one demands mean nothing
 * @param listener what is told of events
 * @param keepsGoing whether the run goes on after a failure with all that doesn't depend on it
 * @param isTraced whether the times of all attempts are kept
 */
public record RunSettings(
        @Nullable String name,
        @Nullable Budget budget,
        @Nullable GraphListener listener,
        boolean keepsGoing,
        boolean isTraced) {}
