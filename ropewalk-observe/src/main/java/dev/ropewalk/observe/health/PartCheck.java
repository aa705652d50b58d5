package dev.ropewalk.observe.health;

/** What can be wrong with parts of a kind. */
interface PartCheck<S> {
    /** Looks at the state that a part is in. */
    default void look(String part, S now, Looks looks) {}

    /** Looks at what has changed of a part. */
    default void compare(String part, S before, S after, Looks looks) {}
}
