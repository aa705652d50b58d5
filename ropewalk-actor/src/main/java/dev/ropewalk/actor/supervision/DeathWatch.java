package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Death watch: which watchers an actor tells of its stop, and which actors it watches itself.
 *
 * <p>The watchers belong to the actor's strand. The actors that it watches belong to the actor's own code: for a blocking actor that is
 * its thread while there is one. Both are kept in the order in which they came, so that runs can be repeated.
 *
 * @param <M> the type of the actor's messages
 */
public final class DeathWatch<M> {
    private static final VarHandle WATCHER_COUNT = VarHandles.of(MethodHandles.lookup(), "watcherCount", int.class);

    @Nullable
    Set<Watcher> watchers;

    /** Other threads read that with opaque mode. */
    private int watcherCount;

    /** The actors that are watched, each with the message that is wanted then; empty for the signal. */
    @Nullable
    Map<Watched<?>, Optional<M>> watched;

    DeathWatch() {}

    // The watchers

    void addWatcher(Watcher watcher) {
        if (watchers == null) {
            watchers = new LinkedHashSet<>();
        }
        if (watchers.add(watcher)) {
            WATCHER_COUNT.setOpaque(this, watcherCount + 1);
        }
    }

    void removeWatcher(Watcher watcher) {
        if (watchers != null && watchers.remove(watcher)) {
            WATCHER_COUNT.setOpaque(this, watcherCount - 1);
        }
    }

    /** Returns how many watchers there are; any thread may ask. */
    int watcherCount() {
        return (int) WATCHER_COUNT.getOpaque(this);
    }

    // The watched

    /** Watches an actor, for a message or for the signal; tells the actor, unless it was watched before. Nothing is watched if that fails. */
    public void watch(ActorLife<M> self, Watched<?> target, Optional<M> message) {
        if (watched == null) {
            watched = new LinkedHashMap<>();
        }
        if (watched.replace(target, message) != null) {
            return;
        }
        watched.put(target, message);
        boolean told = false;
        try {
            target.beginWatch(self);
            told = true;
        } finally {
            if (!told) {
                watched.remove(target);
            }
        }
    }

    /** Ends the watch of an actor, if there is one. */
    public void unwatch(ActorLife<M> self, Watched<?> target) {
        if (watched != null && watched.remove(target) != null) {
            target.endWatch(self);
        }
    }

    /** Returns whether an actor is watched. */
    public boolean isWatching(ActorRef<?> target) {
        return watched != null && watched.containsKey(target);
    }

    /** Returns the message that is wanted when an actor has stopped; empty if that is the signal, or if the actor isn't watched. */
    public Optional<M> messageFor(ActorRef<?> target) {
        return watched == null ? Optional.empty() : watched.getOrDefault(target, Optional.empty());
    }

    /** Ends the watch of an actor that has stopped. */
    public void forget(ActorRef<?> stopped) {
        if (watched != null) {
            watched.remove(stopped);
        }
    }

    /** Ends the watches of an actor's children, which will be replaced. */
    void forgetChildrenOf(ActorLife<?> parent) {
        if (watched != null) {
            watched.keySet().removeIf(target -> target instanceof ActorLife<?> life && parent.equals(life.parent));
        }
    }

    /** Ends all watches of an actor that has stopped, and tells its watchers, whatever the end of a watch throws. */
    void end(ActorLife<?> self) {
        try {
            if (watched != null) {
                watched.keySet().forEach(target -> target.endWatch(self));
                watched = null;
            }
        } finally {
            if (watchers != null) {
                watchers.forEach(watcher -> tell(watcher, self));
                watchers = null;
            }
        }
    }

    /** Tells one watcher. What goes wrong there is no reason to keep it from the others, or to have the parent wait. */
    private static void tell(Watcher watcher, ActorLife<?> stopped) {
        try {
            watcher.stopped(stopped);
        } catch (Throwable thrown) {
            stopped.system().raise(thrown);
        }
    }
}
