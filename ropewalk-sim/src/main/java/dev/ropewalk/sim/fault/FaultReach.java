package dev.ropewalk.sim.fault;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far a run, or several together, came to where a rule lets its fault happen.
 *
 * @param chances how many chances there were at its place in a run, at most
 * @param places the places at which its fault could have happened; of many, one more than are told
 */
public record FaultReach(int chances, Set<String> places) {
    /** So many places are told. */
    static final int MAX_PLACES = 12;

    FaultReach plus(FaultReach other) {
        return new FaultReach(
                Math.max(chances, other.chances),
                Stream.concat(places.stream(), other.places.stream())
                        .distinct()
                        .limit(MAX_PLACES + 1)
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }
}
