package dev.ropewalk.micrometer.part;

import org.jspecify.annotations.Nullable;

/**
 * Takes figures of a part. It doesn't hold the part: each meter has it by a weak reference of its own.
 *
 * @param <P> the type of the part
 * @param <S> the type of the figures
 */
@FunctionalInterface
interface Reading<P, S> {
    /** Returns the figures, or null if the part has none any more. */
    @Nullable
    S of(P part);
}
