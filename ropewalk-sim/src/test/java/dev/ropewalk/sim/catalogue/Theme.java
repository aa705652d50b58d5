package dev.ropewalk.sim.catalogue;

/** What a program is written with. */
public enum Theme {
    /** Actors. */
    ACTORS(true),
    /** Channels, selects and scopes of processes. */
    CHANNELS(true),
    /** Limiters and budgets. */
    LIMITS(true),
    /** Pipelines. */
    PIPELINES(true),
    /** Bounded executors, strands and timers. */
    EXECUTORS(true),
    /** Task graphs. */
    GRAPHS(true),
    /** The JDK's locks and monitors, in simulated threads. */
    LOCKS(false),
    /** Shared fields, in simulated threads. */
    FIELDS(false);

    private final boolean ofRopewalk;

    Theme(boolean ofRopewalk) {
        this.ofRopewalk = ofRopewalk;
    }

    /** Returns whether the program uses Ropewalk's models, so that another tool can't run it without knowing them. */
    public boolean isOfRopewalk() {
        return ofRopewalk;
    }
}
