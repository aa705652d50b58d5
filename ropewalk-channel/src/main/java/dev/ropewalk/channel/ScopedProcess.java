package dev.ropewalk.channel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A process of a {@link ProcessScope}, seen from outside. Any thread may use it.
 *
 * @param <T> the type of the result
 */
public interface ScopedProcess<T extends @Nullable Object> {
    /** Returns the name, given or made up; its thread has the same. */
    String name();

    /** Returns how far the process has come. */
    ProcessState state();

    /**
     * Returns what the process has brought. What it did happens-before what is done with the result.
     *
     * @throws IllegalStateException if it hasn't succeeded; the message says how far it has come, and the cause is its failure
     */
    T result();

    /** Returns what the process has thrown, if it has {@linkplain ProcessState#FAILED failed}. */
    Optional<Throwable> failure();

    /**
     * Interrupts this process. If it ends for that reason, by an {@link InterruptedException} or a {@link
     * java.util.concurrent.CancellationException}, be it as a cause, that is no failure, and the scope goes on. If it hasn't
     * begun, it won't. Does nothing if it has ended.
     */
    void cancel();
}
