package dev.ropewalk.sim.oracle;

/**
 * How often a property was looked at.
 *
 * @param kind what is asked of it
 * @param runs in how many runs it was looked at
 * @param looks how often it was looked at
 * @param held how often it held
 */
public record PropertyTally(PropertyKind kind, long runs, long looks, long held) {
    PropertyTally plus(PropertyTally other) {
        return new PropertyTally(kind, runs + other.runs, looks + other.looks, held + other.held);
    }

    /** Throws if the same name is used for something else. */
    void requireKind(String name, PropertyKind other) {
        if (kind != other) {
            throw new IllegalArgumentException("\"" + name + "\" can't be " + other + ", since it is " + kind
                    + " elsewhere; each name has one kind");
        }
    }
}
