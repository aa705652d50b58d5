package dev.ropewalk.journal;

/**
 * What a tailer does with a decoded value.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface ValueHandler<T> {
    /**
     * Handles a value.
     *
     * @param value what the record holds
     * @param index the record's index
     */
    void onValue(T value, long index);
}
