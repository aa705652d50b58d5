package dev.ropewalk.actor;

/**
 * Hands events to the actors that have subscribed to their type, or to a supertype: each subscriber gets an event once, and the events
 * of one publisher in their order. The system publishes {@link DeadLetter}, {@link ActorFailure}, {@link MailboxCycle} and {@link MessagesDropped};
 * programs may publish what they like. All methods may be called by any thread; none waits for an actor.
 *
 * <p>An event that is published after {@code subscribe} has returned reaches the subscriber.
 */
public interface EventStream {
    /**
     * Subscribes an actor to all events of a type until it stops. Subscribing twice is subscribing once. Events that come while
     * its mailbox is full are lost, whatever its policy, and counted as dropped: they are sent with {@code tryTell}.
     *
     * @throws IllegalArgumentException if the type is primitive, or the subscriber no actor of this system
     */
    <E> void subscribe(Class<E> type, ActorRef<? super E> subscriber);

    /** Ends an actor's subscription to a type; without effect if there is none. */
    <E> void unsubscribe(Class<E> type, ActorRef<? super E> subscriber);

    /** Hands an event to all subscribers of its type. */
    void publish(Object event);
}
