package dev.ropewalk.sim.catalogue;

import java.util.Objects;

/** Checks without a test framework. */
final class Checks {
    private Checks() {}

    static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    static void equal(Object expected, Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + ": expected " + expected + " but was " + actual);
        }
    }
}
