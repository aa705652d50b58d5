package dev.ropewalk.channel;

import java.util.Objects;

/**
 * What came of receiving; for those who would rather match than catch.
 *
 * @param <T> the type of the elements
 */
public sealed interface ReceiveResult<T> {
    /**
     * An element was received.
     *
     * @param element the element
     */
    record Received<T>(T element) implements ReceiveResult<T> {
        public Received {
            Objects.requireNonNull(element, "element");
        }
    }

    /** There was none, at once or within the time. */
    record Empty<T>() implements ReceiveResult<T> {
        private static final Empty<?> INSTANCE = new Empty<>();

        @SuppressWarnings("unchecked") // holds nothing
        public static <T> Empty<T> instance() {
            return (Empty<T>) INSTANCE;
        }
    }

    /** The channel was closed, and everything that was sent has been received. */
    record Closed<T>() implements ReceiveResult<T> {
        private static final Closed<?> INSTANCE = new Closed<>();

        @SuppressWarnings("unchecked") // holds nothing
        public static <T> Closed<T> instance() {
            return (Closed<T>) INSTANCE;
        }
    }

    /**
     * The channel has failed.
     *
     * @param cause why
     */
    record Failed<T>(Throwable cause) implements ReceiveResult<T> {
        public Failed {
            Objects.requireNonNull(cause, "cause");
        }
    }
}
