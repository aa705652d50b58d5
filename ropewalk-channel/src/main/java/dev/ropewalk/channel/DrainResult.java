package dev.ropewalk.channel;

import java.util.Objects;

/** The outcome of receiving many elements at once, to be matched instead of caught. */
public sealed interface DrainResult {
    /**
     * Elements were received.
     *
     * @param count how many, above zero
     */
    record Drained(int count) implements DrainResult {}

    /** There was none. */
    record Empty() implements DrainResult {
        private static final Empty INSTANCE = new Empty();
    }

    /** The channel was closed, and everything that was sent has been received. */
    record Closed() implements DrainResult {
        private static final Closed INSTANCE = new Closed();
    }

    /**
     * The channel has failed.
     *
     * @param cause why
     */
    record Failed(Throwable cause) implements DrainResult {
        public Failed {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** Returns that some elements were received; so many, above zero. */
    static DrainResult drained(int count) {
        return new Drained(count);
    }

    /** Returns that there was no element; always the same object. */
    static DrainResult empty() {
        return Empty.INSTANCE;
    }

    /** Returns that the channel was closed; always the same object. */
    static DrainResult closed() {
        return Closed.INSTANCE;
    }

    /** Returns that the channel has failed for a cause. */
    static DrainResult failed(Throwable cause) {
        return new Failed(cause);
    }
}
