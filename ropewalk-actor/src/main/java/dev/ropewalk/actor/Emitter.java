package dev.ropewalk.actor;

/**
 * What an actor gives elements to that is a source for a subscriber of {@link java.util.concurrent.Flow}; see {@link ActorSystem#publisher}. It may be kept, and used by
 * any thread, but mostly is by the actor. Elements reach the subscriber in the order of the calls, and what was done before a call happens-before {@code onNext}.
 *
 * @param <T> the type of the elements
 */
public interface Emitter<T> {
    /** Returns how many elements the subscriber has requested that weren't emitted; 0 if nothing more reaches it. */
    long requested();

    /**
     * Emits an element, if one is requested. Nothing is kept otherwise: the actor keeps it, or makes it later, when it gets the next
     * message of demand.
     *
     * @return whether it was emitted
     */
    boolean emit(T element);

    /** Says that nothing more is emitted. The subscriber is told behind the last element. A second end does nothing. */
    void complete();

    /** Says that nothing more is emitted, because of a failure. The subscriber is told behind the last element. */
    void fail(Throwable cause);

    /** Returns whether the subscriber has gone, or was told of an end. */
    boolean isOver();
}
