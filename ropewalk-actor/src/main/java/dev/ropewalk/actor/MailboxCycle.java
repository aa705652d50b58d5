package dev.ropewalk.actor;

import java.util.List;
import java.util.Objects;

/**
 * Actors whose full mailboxes made them wait for each other in a circle. It was broken by letting one message in over a
 * mailbox's capacity. Published on the {@linkplain ActorSystem#events() event stream}, and logged.
 *
 * @param actors each waits for the next, and the last for the first
 */
public record MailboxCycle(List<ActorRef<?>> actors) {
    /** Makes a copy of the list. */
    public MailboxCycle {
        actors = List.copyOf(Objects.requireNonNull(actors, "actors"));
    }
}
