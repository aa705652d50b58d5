package dev.ropewalk.base;

/** A part of a program that runs code of users, as contexts know it: such as one actor. */
public interface ContextPart {
    /** Returns what kind of part this is. */
    ContextKind contextKind();

    /** Returns its name; it may take time to make it. */
    String contextName();
}
