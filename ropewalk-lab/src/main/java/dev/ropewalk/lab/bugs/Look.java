package dev.ropewalk.lab.bugs;

import java.util.OptionalDouble;

/**
 * What one search for a planted bug came to.
 *
 * @param found whether the bug was found
 * @param runs how many runs there were, the one that shows the bug included
 * @param millis how long they took
 * @param toldMillis how long it took until the failure was repeated, shrunk and told
 * @param steps how many steps the shrunk failure has, empty if nothing was shrunk
 * @param missed why it wasn't found, empty if it was
 */
record Look(boolean found, double runs, double millis, double toldMillis, OptionalDouble steps, String missed) {
    static Look found(double runs, double millis, double toldMillis, OptionalDouble steps) {
        return new Look(true, runs, millis, toldMillis, steps, "");
    }

    static Look missed(String why) {
        return new Look(false, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, OptionalDouble.empty(), why);
    }
}
