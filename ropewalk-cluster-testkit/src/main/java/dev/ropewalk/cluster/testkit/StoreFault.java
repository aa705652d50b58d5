package dev.ropewalk.cluster.testkit;

/** What goes wrong with a call of a {@link MemoryStore}. */
public enum StoreFault {
    /** Nothing: it is done and answered. */
    NONE,
    /** It isn't done, and fails. */
    REFUSED,
    /** It is done, and fails all the same, as when a connection breaks after the commit. */
    DONE_BUT_FAILED,
    /** It is done, and never answered. */
    DONE_WITHOUT_ANSWER
}
