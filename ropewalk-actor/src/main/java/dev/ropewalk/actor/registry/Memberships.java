package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which actors belong to which groups, until they leave or stop. Members are kept in the order in which they came, so that
 * programs on a simulated scheduler do the same in every run.
 *
 * <p>Changes hold the owner's lock. Readers take it only for the first look at a group after its change, which makes a
 * snapshot: so a million changes in a row cost no copy, and readers of a group at rest share one set without waiting. A
 * snapshot is dropped before the change's lock is given back, so that a thread that has seen a change end also sees what it did.
 *
 * <p>An actor is listened to while it is in a group, and an empty group is dropped: what has left leaves no trace. To begin or
 * to end listening is to send a message, which is done when the lock is free. Two threads that add and remove the same actor may
 * do that in the wrong order. So each looks again afterwards, and goes on until the actor was told what holds: whichever message
 * comes last, its sender has looked after all changes before it.
 *
 * @param <K> what a group is called
 */
public final class Memberships<K> implements Termination.Listener {
    /** The members of one group. */
    static final class Group {
        final Set<ActorRef<?>> members = new LinkedHashSet<>();
        volatile @Nullable Set<ActorRef<?>> snapshot;
    }

    final Map<K, Group> groups = new ConcurrentHashMap<>();
    final Map<ActorRef<?>, Set<K>> groupsOf = new HashMap<>();
    private final Termination termination;
    final Object lock;
    private final BiConsumer<? super K, ? super ActorRef<?>> changed;
    private final Runnable afterwards;

    /**
     * @param lock held during changes
     * @param changed called after each change of a group, with the actor that has come or gone, with the lock held
     * @param afterwards called after each change, without the lock
     */
    public Memberships(
            Termination termination,
            Object lock,
            BiConsumer<? super K, ? super ActorRef<?>> changed,
            Runnable afterwards) {
        this.termination = termination;
        this.lock = lock;
        this.changed = changed;
        this.afterwards = afterwards;
    }

    /** Returns the members of a group, oldest first: an immutable snapshot. */
    public Set<ActorRef<?>> members(K name) {
        Group group = groups.get(name);
        if (group == null) {
            return Set.of();
        }
        Set<ActorRef<?>> snapshot = group.snapshot;
        return snapshot != null ? snapshot : snapshotOf(group);
    }

    private Set<ActorRef<?>> snapshotOf(Group group) {
        synchronized (lock) {
            Set<ActorRef<?>> made = Collections.unmodifiableSet(new LinkedHashSet<>(group.members));
            group.snapshot = made;
            return made;
        }
    }

    /** Returns the groups that have members. */
    public Set<K> names() {
        return groups.keySet();
    }

    /**
     * Adds a member; without effect if it is one.
     *
     * @throws IllegalArgumentException if it is no actor of the system
     */
    public void add(K name, ActorRef<?> actor) {
        add(name, actor, () -> {});
    }

    /** As {@link #add(Object, ActorRef)}; something else is done then, with the lock held. */
    void add(K name, ActorRef<?> actor, Runnable then) {
        termination.check(actor);
        boolean comes;
        synchronized (lock) {
            Set<K> names = groupsOf.get(actor);
            comes = names == null;
            if (names == null) {
                names = new LinkedHashSet<>();
                groupsOf.put(actor, names);
            }
            if (names.add(name)) {
                Group group = groups.computeIfAbsent(name, _ -> new Group());
                group.members.add(actor);
                group.snapshot = null;
                changed.accept(name, actor);
            }
            then.run();
        }
        if (comes) {
            listenOrForget(name, actor);
        }
        afterwards.run();
    }

    /** Listens to an actor that was added; if there is no memory for that, it is removed again. */
    private void listenOrForget(K name, ActorRef<?> actor) {
        try {
            listenAsIsDue(actor);
        } catch (Throwable failed) {
            boolean ignored = checkAndRemove(name, actor);
            throw failed;
        }
    }

    /** Begins or ends listening to an actor, as it is in a group or not. */
    private void listenAsIsDue(ActorRef<?> actor) {
        boolean listens;
        do {
            listens = isMember(actor);
            if (listens) {
                termination.addListener(actor, this);
            } else {
                termination.removeListener(actor, this);
            }
        } while (listens != isMember(actor));
    }

    private boolean isMember(ActorRef<?> actor) {
        synchronized (lock) {
            return groupsOf.containsKey(actor);
        }
    }

    /** Removes a member; without effect if it is none. */
    public void remove(K name, ActorRef<?> actor) {
        if (checkAndRemove(name, actor)) {
            listenAsIsDue(actor);
        }
        afterwards.run();
    }

    /** Removes a member; returns whether it is in no other group. */
    private boolean checkAndRemove(K name, ActorRef<?> actor) {
        synchronized (lock) {
            Set<K> names = groupsOf.get(actor);
            if (names == null || !names.remove(name)) {
                return false;
            }
            boolean goes = names.isEmpty();
            if (goes) {
                groupsOf.remove(actor);
            }
            leave(name, actor);
            return goes;
        }
    }

    @Override
    public void stopped(ActorRef<?> actor) {
        synchronized (lock) {
            Set<K> names = groupsOf.remove(actor);
            if (names != null) {
                names.forEach(name -> leave(name, actor));
            }
        }
        afterwards.run();
    }

    private void leave(K name, ActorRef<?> actor) {
        Group group = Objects.requireNonNull(groups.get(name));
        group.members.remove(actor);
        group.snapshot = null;
        if (group.members.isEmpty()) {
            groups.remove(name);
        }
        changed.accept(name, actor);
    }
}
