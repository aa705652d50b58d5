package dev.ropewalk.sim.oracle;

import java.util.Locale;

/** What is asked of a named property. */
public enum PropertyKind {
    /** It holds whenever it is looked at. */
    ALWAYS,
    /** It holds at least once in a campaign. */
    SOMETIMES,
    /** Its place is reached at least once in a campaign. */
    REACHABLE,
    /** Its place is never reached. */
    UNREACHABLE,
    /** It holds when a run has come to rest. */
    EVENTUALLY,
    /** It holds before each step. */
    INVARIANT;

    /** Returns whether a campaign fails in which it held in no run. */
    boolean mustHoldOnce() {
        return this == SOMETIMES || this == REACHABLE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
