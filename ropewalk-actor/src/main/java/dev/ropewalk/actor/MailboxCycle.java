package dev.ropewalk.actor;

import dev.ropewalk.base.Nulls;
import java.util.List;

/**
 * Actors whose full mailboxes made them wait for each other in a circle. It was broken by letting one message in over a
 * mailbox's capacity. Published on the {@linkplain ActorSystem#events() event stream}, and logged.
 *
 * @param actors each waits for the next, and the last for the first
 */
public record MailboxCycle(List<ActorRef<?>> actors) {
    /** Makes a copy of the list. */
    public MailboxCycle {
        actors = Nulls.copy(actors, "actors");
    }
}
