package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The receptionist as two tables under one lock: the actors that are registered for a service, and the actors that
 * want to know.
 *
 * <p>A change only notes, under the lock, which subscribers are to be told of which service. One thread at a time, which holds no lock while it
 * sends, tells them what is registered by then: so each subscriber gets listings in the order of the changes, mailboxes may run code of
 * users, and many changes in a row cost one listing instead of one each. Sending never waits: a listing for a full mailbox is sent
 * when there is room.
 */
public final class ServiceRegistry implements Receptionist {
    private final Object lock = new Object();
    final Memberships<ServiceKey<?>> registered;
    final Memberships<ServiceKey<?>> subscribers;
    private final Executor elsewhere;
    private final LimitedLog failures;

    /** The subscribers that are still to be told, of which services. Guarded by the lock. */
    final Map<ServiceKey<?>, Set<ActorRef<?>>> untold = new LinkedHashMap<>();

    /** Whether a thread tells them, or soon will. Guarded by the lock. */
    private boolean telling;

    /** Whether such a thread is still to begin. Guarded by the lock. */
    private boolean due;

    /**
     * Makes a receptionist.
     *
     * @param elsewhere runs what sends the listings, later or in another thread
     * @param failures is told what the code of a mailbox throws
     */
    public ServiceRegistry(Termination termination, Executor elsewhere, LimitedLog failures) {
        this.elsewhere = elsewhere;
        this.failures = failures;
        registered = new Memberships<>(termination, lock, (key, actor) -> noteChange(key), this::beginToTell);
        subscribers = new Memberships<>(termination, lock, (key, actor) -> {}, this::beginToTell);
    }

    @Override
    public <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
        Steps.before(StepKind.ACCESS, this);
        registered.add(Objects.requireNonNull(key, "key"), Objects.requireNonNull(actor, "actor"));
    }

    @Override
    public <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
        Steps.before(StepKind.ACCESS, this);
        registered.remove(Objects.requireNonNull(key, "key"), Objects.requireNonNull(actor, "actor"));
    }

    @Override
    public <M> Set<ActorRef<M>> find(ServiceKey<M> key) {
        Steps.before(StepKind.ACCESS, this);
        return membersOf(Objects.requireNonNull(key, "key"));
    }

    @SuppressWarnings("unchecked") // only refs of the key's type are registered for it
    private <M> Set<ActorRef<M>> membersOf(ServiceKey<M> key) {
        return (Set<ActorRef<M>>) (Set<?>) registered.members(key);
    }

    @Override
    public <M> void subscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        Objects.requireNonNull(key, "key");
        Steps.before(StepKind.ACCESS, this);
        subscribers.add(key, Objects.requireNonNull(subscriber, "subscriber"), () -> note(key, Set.of(subscriber)));
    }

    @Override
    public <M> void unsubscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        Steps.before(StepKind.ACCESS, this);
        subscribers.remove(Objects.requireNonNull(key, "key"), Objects.requireNonNull(subscriber, "subscriber"));
    }

    private void noteChange(ServiceKey<?> key) {
        note(key, subscribers.members(key));
    }

    /** Notes which subscribers are to be told of a service; with the lock held. */
    private void note(ServiceKey<?> key, Set<ActorRef<?>> concerned) {
        if (concerned.isEmpty()) {
            return;
        }
        untold.computeIfAbsent(key, _ -> new LinkedHashSet<>()).addAll(concerned);
        if (!telling) {
            telling = true;
            due = true;
        }
    }

    /** Has subscribers told if that is due; without the lock. */
    private void beginToTell() {
        synchronized (lock) {
            if (!due) {
                return;
            }
            due = false;
        }
        orLater(() -> elsewhere.execute(this::tellAll));
    }

    /** Tells subscribers, or has that done; if it fails, for want of memory, the next change has them told. */
    private void orLater(Runnable step) {
        boolean isDone = false;
        try {
            step.run();
            isDone = true;
        } finally {
            if (!isDone) {
                synchronized (lock) {
                    due = true;
                }
            }
        }
    }

    /** A listing, and the subscribers that get it. */
    private record Announcement(Listing<?> listing, Set<ActorRef<?>> to) {}

    private void tellAll() {
        orLater(this::tellEach);
    }

    private void tellEach() {
        for (Announcement next = next(); next != null; next = next()) {
            for (ActorRef<?> subscriber : next.to) {
                send(subscriber, next.listing);
            }
        }
    }

    private @Nullable Announcement next() {
        synchronized (lock) {
            telling = !untold.isEmpty();
            if (!telling) {
                return null;
            }
            ServiceKey<?> key = untold.keySet().iterator().next();
            Set<ActorRef<?>> to = new LinkedHashSet<>(Objects.requireNonNull(untold.get(key)));
            to.retainAll(subscribers.members(key));
            var next = new Announcement(listingOf(key), to);
            untold.remove(key); // now that nothing can fail
            return next;
        }
    }

    private <M> Listing<M> listingOf(ServiceKey<M> key) {
        return new Listing<>(key, membersOf(key));
    }

    /** Sends a listing; what the code of a mailbox throws concerns neither the others nor the caller that has registered. */
    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"
    }) // takes its key's listings; a listing that can't arrive isn't missed
    private void send(ActorRef<?> subscriber, Listing<?> listing) {
        try {
            ((ActorRef<Object>) subscriber).tellAsync(listing);
        } catch (Throwable thrown) {
            failures.log(
                    Level.WARNING, () -> "the mailbox of " + subscriber.path() + " could not take a listing", thrown);
        }
    }
}
