package dev.ropewalk.actor;

/**
 * An actor that waits for its messages: it has a virtual thread, and its code is a loop over {@link Inbox#receive}. It may
 * block as it likes. It has the same refs, watching and supervision as an {@link Actor}.
 *
 * <p>Receiving inside the code, and choosing what to receive, are Erlang's.
 *
 * @param <M> the type of the messages
 */
@FunctionalInterface
public interface BlockingActor<M> {
    /**
     * The actor's life. When this returns the actor stops; when it throws, the parent's {@link Supervision} decides, and a
     * restart calls it again. Being stopped interrupts the thread.
     */
    void run(Inbox<M> inbox) throws Exception;
}
