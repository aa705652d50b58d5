package dev.ropewalk.base;

/** What was captured where something was sent, and travels with it. Any thread may open it, and more than once. */
public interface CarriedContext {
    /** Makes it the context of the calling thread, which runs code of a part. */
    ContextScope open(ContextPart part);
}
