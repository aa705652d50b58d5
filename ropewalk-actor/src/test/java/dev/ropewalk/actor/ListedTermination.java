package dev.ropewalk.actor;

import dev.ropewalk.actor.registry.Termination;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Actors stop when a test says so; what is listened to can be counted. */
public final class ListedTermination implements Termination {
    private final Map<ActorRef<?>, Set<Listener>> listeners = new ConcurrentHashMap<>();

    @Override
    public void check(ActorRef<?> actor) {}

    @Override
    public void addListener(ActorRef<?> actor, Listener listener) {
        listeners.computeIfAbsent(actor, _ -> ConcurrentHashMap.newKeySet()).add(listener);
    }

    @Override
    public void removeListener(ActorRef<?> actor, Listener listener) {
        listeners.computeIfPresent(actor, (_, left) -> {
            left.remove(listener);
            return left.isEmpty() ? null : left;
        });
    }

    /** Tells the listeners of an actor that it has stopped. */
    public void stop(ActorRef<?> actor) {
        Set<Listener> told = listeners.remove(actor);
        if (told != null) {
            List.copyOf(told).forEach(listener -> listener.stopped(actor));
        }
    }

    /** Returns how many listeners there are to all actors together. */
    public int count() {
        return listeners.values().stream().mapToInt(Collection::size).sum();
    }
}
