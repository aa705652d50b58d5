package dev.ropewalk.actor.supervision;

/** How many watches there are. */
public final class Watches {
    private Watches() {}

    /** Returns how many watchers an actor has. */
    public static int watchersOf(ActorLife<?> actor) {
        ColdLife<?> cold = actor.coldOrNull();
        return cold == null || cold.deathWatch.watchers == null ? 0 : cold.deathWatch.watchers.size();
    }

    /** Returns how many actors an actor watches. */
    public static int watchedBy(ActorLife<?> actor) {
        ColdLife<?> cold = actor.coldOrNull();
        return cold == null || cold.deathWatch.watched == null ? 0 : cold.deathWatch.watched.size();
    }
}
