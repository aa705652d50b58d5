package dev.ropewalk.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The event stream as a table of subscribers. Events go straight to their mailboxes, in the publisher's thread. What the code
 * of a mailbox throws, a comparator's for instance, is logged: the publisher can't help it, and the others get the event.
 *
 * <p>Publishing is a look-up by the event's class in {@code resolved} and a loop. A change first changes the memberships, then
 * replaces {@code resolved} by an empty map, which the next event of each class fills. Who fills it reads {@code resolved}
 * before the memberships: if those have changed meanwhile, what he adds goes to a map that is replaced, and no map in use
 * keeps what a finished change has made untrue.
 */
final class SubscriberTable implements EventStream {
    private static final Logger LOGGER = Loggers.own();

    private final Memberships<Class<?>> subscribers;
    private volatile ConcurrentMap<Class<?>, List<ActorRef<?>>> resolved = new ConcurrentHashMap<>();

    SubscriberTable(Termination termination) {
        subscribers = new Memberships<>(termination, new Object(), _ -> resolved = new ConcurrentHashMap<>());
    }

    @Override
    public <E> void subscribe(Class<E> type, ActorRef<? super E> subscriber) {
        if (type.isPrimitive()) {
            throw new IllegalArgumentException("events are objects, none is of the primitive type " + type);
        }
        subscribers.add(type, Objects.requireNonNull(subscriber, "subscriber"));
    }

    @Override
    public <E> void unsubscribe(Class<E> type, ActorRef<? super E> subscriber) {
        subscribers.remove(Objects.requireNonNull(type, "type"), Objects.requireNonNull(subscriber, "subscriber"));
    }

    @Override
    @SuppressWarnings("unchecked") // each takes a supertype of the event's class
    public void publish(Object event) {
        ConcurrentMap<Class<?>, List<ActorRef<?>>> known = resolved;
        List<ActorRef<?>> found = known.get(event.getClass());
        if (found == null) {
            found = subscribersOf(event.getClass());
            known.put(event.getClass(), found);
        }
        for (ActorRef<?> subscriber : found) {
            try {
                ((ActorRef<Object>) subscriber).tryTell(event);
            } catch (RuntimeException thrown) {
                LOGGER.log(Level.WARNING, "the mailbox of " + subscriber.path() + " could not take an event", thrown);
            }
        }
    }

    /** Returns who has subscribed to a class or a supertype, each once, in an order that is the same in every run. */
    private List<ActorRef<?>> subscribersOf(Class<?> type) {
        return subscribers.names().stream()
                .filter(subscribed -> subscribed.isAssignableFrom(type))
                .sorted(Comparator.comparing(Class::getName))
                .flatMap(subscribed -> subscribers.members(subscribed).stream())
                .distinct()
                .toList();
    }

    /** Returns whether nobody is subscribed and nothing is kept. */
    boolean isEmpty() {
        return subscribers.isEmpty();
    }
}
