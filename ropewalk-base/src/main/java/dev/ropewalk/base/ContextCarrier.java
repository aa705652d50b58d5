package dev.ropewalk.base;

import org.jspecify.annotations.Nullable;

/**
 * Brings the context of a thread, such as a trace or what a log adds to its lines, along with what that thread sends. Thread-safe. What
 * it throws is logged, and what was sent goes on without a context.
 */
public interface ContextCarrier {
    /**
     * Captures the context of the calling thread, which is about to send something.
     *
     * @param to the part that it is sent to
     * @param content what is sent
     * @return null if there is nothing to carry
     */
    @Nullable
    CarriedContext capture(ContextPart to, Object content);

    /**
     * Opens the context of a part that runs code of users for something that came without a context. That is the part's own alone: nothing
     * of a sender is in it.
     */
    ContextScope open(ContextPart part);
}
