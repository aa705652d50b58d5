package dev.ropewalk.base;

import org.jspecify.annotations.Nullable;

/** A part of a program that runs code of users, or that this comes through, as contexts know it: such as one actor. */
public interface ContextPart {
    /** Returns what kind of part this is. */
    ContextKind contextKind();

    /** Returns its name; it may take time to make it. */
    String contextName();

    /** Returns the name of what it runs at this time, null if that has no name of its own. */
    default @Nullable String contextTask() {
        return null;
    }
}
