package dev.ropewalk.channel;

import java.util.Objects;

/**
 * The outcome of receiving, to be matched instead of caught.
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
    }

    /** The channel was closed, and everything that was sent has been received. */
    record Closed<T>() implements ReceiveResult<T> {
        private static final Closed<?> INSTANCE = new Closed<>();
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

    /** Returns that an element was received. */
    static <T> ReceiveResult<T> received(T element) {
        return new Received<>(element);
    }

    /** Returns that there was no element; always the same object. */
    @SuppressWarnings("unchecked") // holds nothing
    static <T> ReceiveResult<T> empty() {
        return (ReceiveResult<T>) Empty.INSTANCE;
    }

    /** Returns that the channel was closed; always the same object. */
    @SuppressWarnings("unchecked") // holds nothing
    static <T> ReceiveResult<T> closed() {
        return (ReceiveResult<T>) Closed.INSTANCE;
    }

    /** Returns that the channel has failed for a cause. */
    static <T> ReceiveResult<T> failed(Throwable cause) {
        return new Failed<>(cause);
    }
}
