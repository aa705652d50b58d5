package dev.ropewalk.actor;

/**
 * Actors under a parent that does nothing but supervise them. Any thread may spawn actors here, as it may at the top of a {@link ActorSystem}:
 * a group gives them a place in the tree, a {@link Supervision} of their own and a common end.
 *
 * <p>A failure that an actor of the group {@linkplain Directive#ESCALATE escalates} is one of the group, about which the supervision of the system
 * decides. To restart the group is to stop the actors that it has at that moment; it goes on at once, with those that are spawned afterwards.
 *
 * <p>When the group has stopped, or is about to, spawning throws an {@link IllegalStateException}.
 */
public interface ActorGroup extends ActorSpawner {
    /**
     * Returns the parent, to be stopped or watched: with it all actors of the group stop. It handles no messages: what it is sent becomes
     * dead letters.
     */
    ActorRef<Object> ref();

    /** Returns how many actors of the group live. */
    int size();
}
