package dev.ropewalk.channel;

import java.util.Objects;

/** The outcome of sending, to be matched instead of caught. */
public sealed interface SendResult {
    /** The element was received or buffered; or the channel has dropped one, as its kind says. */
    record Sent() implements SendResult {
        private static final Sent INSTANCE = new Sent();
    }

    /** There was no room, at once or within the time. */
    record Full() implements SendResult {
        private static final Full INSTANCE = new Full();
    }

    /** The channel was closed; the element wasn't sent. */
    record Closed() implements SendResult {
        private static final Closed INSTANCE = new Closed();
    }

    /**
     * The channel has failed; the element wasn't sent.
     *
     * @param cause why
     */
    record Failed(Throwable cause) implements SendResult {
        public Failed {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** Returns that the element was sent; always the same object. */
    static SendResult sent() {
        return Sent.INSTANCE;
    }

    /** Returns that there was no room; always the same object. */
    static SendResult full() {
        return Full.INSTANCE;
    }

    /** Returns that the channel was closed; always the same object. */
    static SendResult closed() {
        return Closed.INSTANCE;
    }

    /** Returns that the channel has failed for a cause. */
    static SendResult failed(Throwable cause) {
        return new Failed(cause);
    }

    /** Returns whether the element was sent. */
    default boolean isSent() {
        return this instanceof Sent;
    }
}
