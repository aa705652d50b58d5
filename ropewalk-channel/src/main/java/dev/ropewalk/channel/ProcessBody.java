package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/**
 * What a process does, and what it brings.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface ProcessBody<T extends @Nullable Object> {
    /**
     * Runs as a process, in a virtual thread of its own.
     *
     * @throws Exception whatever makes the process fail, and its scope with it
     */
    T run() throws Exception;
}
