package dev.ropewalk.actor.supervision;

import org.jspecify.annotations.Nullable;

/**
 * What an actor needs once it has children, watches or fails; most actors never do. A subclass adds what the actor needs for its
 * messages.
 *
 * @param <M> the type of the actor's messages
 */
public abstract class ColdLife<M> {
    /** Which watchers the actor has, and which actors it watches. */
    public final DeathWatch<M> deathWatch = new DeathWatch<>();

    final RestartState restarts = new RestartState();

    /** Has a lock of its own. */
    volatile @Nullable Children children;

    protected ColdLife() {}
}
