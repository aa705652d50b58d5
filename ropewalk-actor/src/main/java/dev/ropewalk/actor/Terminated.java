package dev.ropewalk.actor;

/**
 * A watched actor has stopped, or had stopped before it was watched. Comes once for each watch.
 *
 * @param actor the one that was watched
 */
public record Terminated(ActorRef<?> actor) implements Signal {}
