package dev.ropewalk.actor;

/** Stands in for the event stream. */
final class NoEvents implements EventStream {
    @Override
    public <E> void subscribe(Class<E> type, ActorRef<? super E> subscriber) {}

    @Override
    public <E> void unsubscribe(Class<E> type, ActorRef<? super E> subscriber) {}

    @Override
    public void publish(Object event) {}
}
