package dev.ropewalk.actor;

import java.time.Duration;

/**
 * The timers of an actor. Each has a key, and starting one replaces the timer of an equal key: of the earlier one no message
 * arrives any more, not even if it waits in the mailbox already. All end when the actor restarts or stops. Messages of timers
 * aren't subject to the mailbox's bound; there is at most one of each key at a time.
 *
 * <p>Only the actor's own code may call this; all others get an {@link IllegalStateException}.
 *
 * @param <M> the type of the actor's messages
 */
public interface Timers<M> {
    /** Sends the actor a message once, after a delay. */
    void startSingle(Object key, M message, Duration delay);

    /**
     * Sends the actor a message again and again, at {@code initialDelay}, {@code initialDelay + period} and so on. A tick that
     * comes while the last one's message still waits is skipped.
     *
     * @param period above zero
     */
    void startAtFixedRate(Object key, M message, Duration initialDelay, Duration period);

    /** Ends a timer; without effect if there is none. */
    void cancel(Object key);

    /** Ends all timers, the receive timeout included. */
    void cancelAll();

    /** Returns whether a timer will send a message. */
    boolean isActive(Object key);

    /**
     * Sends the actor a message whenever it got no other for so long. Messages of timers don't count. Replaces an earlier
     * receive timeout.
     *
     * @param timeout above zero
     */
    void setReceiveTimeout(Duration timeout, M message);

    /** Ends the receive timeout. */
    void cancelReceiveTimeout();
}
