package dev.ropewalk.sim;

import org.jspecify.annotations.Nullable;

/**
 * What an object does if one operation follows the other: the specification that a {@link History} of concurrent operations is
 * held against. Its methods must be pure functions of their arguments.
 *
 * {@snippet class="dev.ropewalk.sim.snippets.OracleSnippets" region="model" :
 * // A register: an input is what is written, or empty for a read, which returns the last value.
 * SequentialModel<Integer, Optional<Integer>, Integer> register = new SequentialModel<>() {
 *     @Override
 *     public Integer initial() {
 *         return 0;
 *     }
 *
 *     @Override
 *     public @Nullable Integer step(Integer state, Optional<Integer> written, @Nullable Integer read) {
 *         if (written.isPresent()) {
 *             return written.get();
 *         }
 *         return read == null || read.equals(state) ? state : null;
 *     }
 * };
 * }
 *
 * @param <S> the state: immutable, with {@code equals} and {@code hashCode} by value
 * @param <I> what is asked for: the operation with its arguments
 * @param <O> the result
 */
public interface SequentialModel<S, I, O> {
    /** Returns the state before the first operation. */
    S initial();

    /**
     * Does an operation.
     *
     * @param state the state before it
     * @param input the operation
     * @param output its result; null if it has none, or if it isn't known, since the operation didn't return: then any result fits
     * @return the state after it, or null if the operation can't have this result in this state
     */
    @Nullable
    S step(S state, I input, @Nullable O output);

    /**
     * Returns which part of the state an operation belongs to, such as the key of a map. Operations of different parts must not
     * depend on each other. Each part is checked by itself and begins with {@link #initial}, which makes a check much faster. All
     * operations belong to one part by default.
     */
    default Object part(I input) {
        return "";
    }
}
