package dev.ropewalk.actor;

import java.util.Objects;
import java.util.Set;

/**
 * The receptionist as two tables under one lock: who is registered for a service, and who wants to know.
 *
 * <p>Listings are sent while the lock is held, so that each subscriber gets them in the order of the changes. Sending never
 * waits: a listing for a full mailbox is sent when there is room.
 */
final class ServiceRegistry implements Receptionist {
    private final Object lock = new Object();
    private final Memberships<ServiceKey<?>> registered;
    private final Memberships<ServiceKey<?>> subscribers;

    ServiceRegistry(Termination termination) {
        registered = new Memberships<>(termination, lock, this::announce);
        subscribers = new Memberships<>(termination, lock, _ -> {});
    }

    @Override
    public <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
        registered.add(Objects.requireNonNull(key, "key"), Objects.requireNonNull(actor, "actor"));
    }

    @Override
    public <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
        registered.remove(Objects.requireNonNull(key, "key"), Objects.requireNonNull(actor, "actor"));
    }

    @Override
    @SuppressWarnings("unchecked") // only refs of the key's type are registered for it
    public <M> Set<ActorRef<M>> find(ServiceKey<M> key) {
        return (Set<ActorRef<M>>) (Set<?>) registered.members(key);
    }

    @Override
    public <M> void subscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        Objects.requireNonNull(key, "key");
        synchronized (lock) {
            subscribers.add(key, subscriber);
            send(subscriber, new Listing<>(key, find(key)));
        }
    }

    @Override
    public <M> void unsubscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        subscribers.remove(Objects.requireNonNull(key, "key"), Objects.requireNonNull(subscriber, "subscriber"));
    }

    private void announce(ServiceKey<?> key) {
        Set<ActorRef<?>> interested = subscribers.members(key);
        if (!interested.isEmpty()) {
            announce(key, interested);
        }
    }

    @SuppressWarnings("unchecked") // only refs that take the key's listings subscribe to it
    private <M> void announce(ServiceKey<M> key, Set<ActorRef<?>> interested) {
        var listing = new Listing<>(key, find(key));
        interested.forEach(subscriber -> send((ActorRef<? super Listing<M>>) subscriber, listing));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // one that can't arrive any more is missed by nobody
    private static <L> void send(ActorRef<? super L> subscriber, L listing) {
        subscriber.tellAsync(listing);
    }

    /** Returns whether nobody is registered or subscribed and nothing is kept. */
    boolean isEmpty() {
        return registered.isEmpty() && subscribers.isEmpty();
    }
}
