package dev.ropewalk.actor;

/**
 * Hands events to whoever has subscribed to their type, or to a supertype. The system publishes {@link DeadLetter},
 * {@link ActorFailure} and {@link MailboxCycle}; programs may publish what they like. All methods may be called by any thread.
 */
public interface EventStream {
    /** Subscribes an actor to all events of a type until it stops. Events that its mailbox refuses are lost. */
    <E> void subscribe(Class<E> type, ActorRef<? super E> subscriber);

    /** Ends an actor's subscription to a type; without effect if there is none. */
    <E> void unsubscribe(Class<E> type, ActorRef<? super E> subscriber);

    /** Hands an event to all subscribers of its type. */
    void publish(Object event);
}
