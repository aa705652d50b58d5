package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.EventStream;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The event stream as a table of subscribers. Events go straight to their mailboxes, in the publisher's thread. What the code
 * of a mailbox throws, a comparator's for instance, is logged: the publisher can't help it, and the others get the event.
 *
 * <p>Publishing is a look-up by the event's class in {@code resolved} and a loop. A change first changes the memberships, then
 * replaces {@code resolved} by an empty one, which the next event of each class fills. The thread that fills it reads {@code
 * resolved} before the memberships: if those have changed meanwhile, what it adds goes to a replaced map, and none in use keeps
 * what a finished change has made untrue. The subscribers of a class are kept with the class, so that the table doesn't keep
 * classes of events, and their loaders, from being unloaded.
 */
public final class SubscriberTable implements EventStream {
    final Memberships<Class<?>> subscribers;
    private final LimitedLog failures;
    private volatile ClassValue<List<ActorRef<?>>> resolved = unresolved();

    /** @param failures is told what the code of a mailbox throws */
    public SubscriberTable(Termination termination, LimitedLog failures) {
        this.failures = failures;
        subscribers = new Memberships<>(termination, new Object(), (type, actor) -> resolved = unresolved(), () -> {});
    }

    @Override
    public <E> void subscribe(Class<E> type, ActorRef<? super E> subscriber) {
        Objects.requireNonNull(type, "type");
        if (type.isPrimitive()) {
            throw new IllegalArgumentException("events are objects, none is of the primitive type " + type);
        }
        Steps.before(StepKind.ACCESS, this);
        subscribers.add(type, Objects.requireNonNull(subscriber, "subscriber"));
    }

    @Override
    public <E> void unsubscribe(Class<E> type, ActorRef<? super E> subscriber) {
        Steps.before(StepKind.ACCESS, this);
        subscribers.remove(Objects.requireNonNull(type, "type"), Objects.requireNonNull(subscriber, "subscriber"));
    }

    @Override
    @SuppressWarnings("unchecked") // each takes a supertype of the event's class
    public void publish(Object event) {
        Objects.requireNonNull(event, "event");
        Steps.before(StepKind.ACCESS, this);
        for (ActorRef<?> subscriber : resolved.get(event.getClass())) {
            try {
                boolean taken = ((ActorRef<Object>) subscriber).tryTell(event);
                Cell<?> cell = taken ? null : Cell.behind(subscriber);
                if (cell != null) {
                    cell.noteDrop();
                }
            } catch (Throwable thrown) {
                failures.log(
                        Level.WARNING,
                        () -> "the mailbox of " + subscriber.path() + " could not take an event",
                        thrown);
            }
        }
    }

    private ClassValue<List<ActorRef<?>>> unresolved() {
        return new ClassValue<>() {
            @Override
            protected List<ActorRef<?>> computeValue(Class<?> type) {
                return subscribersOf(type);
            }
        };
    }

    /** Returns the actors that have subscribed to a class or a supertype, each once, in an order that is the same in every run. */
    private List<ActorRef<?>> subscribersOf(Class<?> type) {
        return subscribers.names().stream()
                .filter(subscribed -> subscribed.isAssignableFrom(type))
                .sorted(Comparator.comparing(Class::getName))
                .flatMap(subscribed -> subscribers.members(subscribed).stream())
                .distinct()
                .toList();
    }
}
