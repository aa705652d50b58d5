package dev.ropewalk.channel;

import java.time.Duration;
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
     * Waits until this process has ended, however that comes: {@link #state} and {@link #result} tell. What the process did
     * happens-before what is done afterwards. A select waits for the end of a process by {@link SelectBuilder#join}.
     *
     * <p>Where a process or the owner of its scope, or of one around it, waits here without a time limit, the detection of
     * deadlocks counts that as it counts a wait for a channel of the scope.
     *
     * @throws InterruptedException if the thread was interrupted before or while this waits; the process goes on
     * @throws IllegalStateException if a process joins itself
     */
    void join() throws InterruptedException;

    /**
     * Waits until this process has ended, for a limited time.
     *
     * @param timeout how long to wait at most; zero or less doesn't wait
     * @return whether it has ended, false if the time was up
     * @throws InterruptedException if the thread was interrupted before or while this waits; the process goes on
     * @throws IllegalStateException if a process joins itself
     */
    boolean join(Duration timeout) throws InterruptedException;

    /**
     * Interrupts this process. If it ends for that reason, by an {@link InterruptedException} or a {@link
     * java.util.concurrent.CancellationException}, be it as a cause, that is no failure, and the scope goes on. If it hasn't
     * begun, it won't. Does nothing if it has ended.
     */
    void cancel();
}
