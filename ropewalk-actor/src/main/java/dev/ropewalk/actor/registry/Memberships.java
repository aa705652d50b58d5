package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which actors belong to which groups, until they leave or stop. Members are kept in the order in which they came, so that
 * programs on a simulated scheduler do the same in every run.
 *
 * <p>Changes hold the owner's lock. Readers take it only for the first look at a group after its change, which makes a
 * snapshot: so a million changes in a row cost no copy, and readers of a group at rest share one set without waiting. A
 * snapshot is dropped before the change's lock is given back, so that a thread that has seen a change end also sees what it did.
 *
 * <p>An actor is listened to exactly while it is in a group, and an empty group is dropped: what has left leaves no trace.
 *
 * @param <K> what a group is called
 */
final class Memberships<K> implements Termination.Listener {
    /** The members of one group. */
    static final class Group {
        final Set<ActorRef<?>> members = new LinkedHashSet<>();
        volatile @Nullable Set<ActorRef<?>> snapshot;
    }

    final Map<K, Group> groups = new ConcurrentHashMap<>();
    final Map<ActorRef<?>, Set<K>> groupsOf = new HashMap<>();
    private final Termination termination;
    final Object lock;
    private final Consumer<? super K> changed;

    /**
     * @param lock held during changes
     * @param changed called after each change of a group, with the lock held
     */
    Memberships(Termination termination, Object lock, Consumer<? super K> changed) {
        this.termination = termination;
        this.lock = lock;
        this.changed = changed;
    }

    /** Returns the members of a group, oldest first: an immutable snapshot. */
    Set<ActorRef<?>> members(K name) {
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
    Set<K> names() {
        return groups.keySet();
    }

    /**
     * Adds a member; without effect if it is one.
     *
     * @throws IllegalArgumentException if it is no actor of the system
     */
    void add(K name, ActorRef<?> actor) {
        synchronized (lock) {
            Set<K> names = groupsOf.get(actor);
            if (names == null) {
                termination.addListener(actor, this);
                names = new LinkedHashSet<>();
                groupsOf.put(actor, names);
            }
            if (names.add(name)) {
                Group group = groups.computeIfAbsent(name, _ -> new Group());
                group.members.add(actor);
                group.snapshot = null;
                changed.accept(name);
            }
        }
    }

    /** Removes a member; without effect if it is none. */
    void remove(K name, ActorRef<?> actor) {
        synchronized (lock) {
            Set<K> names = groupsOf.get(actor);
            if (names == null || !names.remove(name)) {
                return;
            }
            if (names.isEmpty()) {
                groupsOf.remove(actor);
                termination.removeListener(actor, this);
            }
            leave(name, actor);
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
    }

    private void leave(K name, ActorRef<?> actor) {
        Group group = Objects.requireNonNull(groups.get(name));
        group.members.remove(actor);
        group.snapshot = null;
        if (group.members.isEmpty()) {
            groups.remove(name);
        }
        changed.accept(name);
    }
}
