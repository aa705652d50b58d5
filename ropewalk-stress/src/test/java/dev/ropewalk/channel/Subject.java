package dev.ropewalk.channel;

/**
 * What a history is played with: the real thing or its specification.
 *
 * @param <S> the type of the steps
 */
public interface Subject<S> {
    /** Takes a step and says what came of it. */
    String play(S step);

    /** Says what has become of everything so far. */
    String summary();
}
