package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.registry.CellTermination;
import dev.ropewalk.actor.registry.Memberships;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Which actors of this node are in which groups, until they leave or stop, and the nodes that are told of the groups.
 *
 * <p>No node misses a change: one that joins is in the list before it is told what there is, and whoever has changed something looks at the list after that. A group is told as it is when it is written, and after every
 * change it is written once more. So each node is told the last state last, in whatever order the threads come that change it. When this node leaves, it says so first, and looks then which groups may have been written
 * otherwise: all of them are changed, for other nodes.
 *
 * @param <K> what a group is called
 */
final class Roster<K> {
    private final Object lock = new Object();
    private final Memberships<K> members;
    private final Comparator<? super K> order;
    private final Function<? super K, byte[]> write;
    private final List<News<K>> audience = new CopyOnWriteArrayList<>();

    /** The groups that have changed; guarded by the lock. */
    private final List<K> changed = new ArrayList<>();

    private volatile boolean isLeaving;

    /**
     * @param order of the groups in what a node is told that joins, the same in every run of a simulation
     * @param write makes what is told of a group, by {@link #isOpen}
     */
    Roster(CellSystem system, Comparator<? super K> order, Function<? super K, byte[]> write) {
        this.order = order;
        this.write = write;
        this.members = new Memberships<>(
                new CellTermination(system), lock, (group, actor) -> changed.add(group), this::tellChanges);
    }

    /**
     * Adds an actor to a group until it stops; without effect if it is there.
     *
     * @throws IllegalArgumentException if it is no actor of the system
     */
    void add(K group, ActorRef<?> actor) {
        members.add(group, actor);
    }

    void remove(K group, ActorRef<?> actor) {
        members.remove(group, actor);
    }

    /** Returns the actors of a group, oldest first: an immutable snapshot. */
    Set<ActorRef<?>> members(K group) {
        return members.members(group);
    }

    boolean hasMembers(K group) {
        return members.names().contains(group);
    }

    /** Returns whether other nodes are to send to a group: it has members, and this node doesn't leave. */
    boolean isOpen(K group) {
        return !isLeaving && hasMembers(group);
    }

    /** Has other nodes send to no group any more, since this node leaves. Here the groups stay as they are. */
    void leave() {
        isLeaving = true;
        Set<K> all = members.names();
        synchronized (lock) {
            changed.addAll(all);
        }
        tellChanges();
    }

    /** Tells all nodes of the changes, whatever goes wrong with one; then the change is one again, so that the next one has all told. */
    private void tellChanges() {
        Attempts.each(changes(), group -> Attempts.each(audience, news -> tell(news, group)));
    }

    private void tell(News<K> news, K group) {
        boolean isTold = false;
        try {
            news.add(group);
            isTold = true;
        } finally {
            if (!isTold) {
                changedAgain(group);
            }
        }
    }

    private List<K> changes() {
        synchronized (lock) {
            List<K> all = List.copyOf(changed);
            changed.clear();
            return all;
        }
    }

    private void changedAgain(K group) {
        synchronized (lock) {
            changed.add(group);
        }
    }

    /** Begins to tell another node of the groups. */
    News<K> open(Link link, byte kind) {
        News<K> news = News.at(link, kind, write);
        audience.add(news);
        members.names().stream().sorted(order).forEach(news::add);
        return news;
    }

    /** Tells that node no more. */
    void close(News<K> news) {
        audience.remove(news);
    }
}
