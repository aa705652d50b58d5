package dev.ropewalk.actor;

/**
 * The behaviour of an actor: what it does with a message. An actor handles one message at a time, so that its fields need
 * neither locks nor volatiles; each message happens-before the next, whichever threads they run on.
 *
 * <p>A behaviour is made by an {@link ActorFactory} when the actor is spawned, and again when it is restarted. It is a
 * lambda, or a class that takes its {@link ActorContext} in the constructor:
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="actor" :
 * static final class Account implements Actor<Command> {
 *     private long balance;
 *
 *     @Override
 *     public void receive(Command command) {
 *         switch (command) {
 *             case Deposit(long amount) -> balance += amount;
 *             case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
 *         }
 *     }
 * }
 * }
 *
 * <p>What a method throws is a failure, and the parent's {@link Supervision} decides what follows. A method must not block:
 * for that there are {@linkplain BlockingActor blocking actors}.
 *
 * @param <M> the type of the messages, often a sealed interface
 */
@FunctionalInterface
public interface Actor<M> {
    /** Handles one message. */
    void receive(M message) throws Exception;

    /** Handles what isn't a message but an event of the system: see {@link Signal}. Does nothing by default. */
    default void receiveSignal(Signal signal) throws Exception {}

    /**
     * Called on the failed behaviour before another takes its place, to release what it holds. {@link #postStop} isn't
     * called then.
     *
     * @param cause why it is restarted: its own failure, or, if all children are restarted for one, that one's
     */
    default void preRestart(Throwable cause) throws Exception {}

    /** Called once, after the last message, when the actor has stopped and all its children have. */
    default void postStop() throws Exception {}
}
