package dev.ropewalk.observe.health;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.observe.Finding.Kind;

/** Actors that fail again and again, mailboxes that grow or are full, and messages that come to nobody. */
final class ActorCheck implements PartCheck<ActorSystemStats> {
    @Override
    public void compare(String part, ActorSystemStats before, ActorSystemStats after, Looks looks) {
        long restarts = after.restarts() - before.restarts();
        if (looks.isFlood(restarts, looks.options().restarts())) {
            looks.warn(
                    Kind.RESTART_LOOP,
                    part,
                    restarts + " restarts after " + (after.failures() - before.failures()) + " failures"
                            + looks.within(),
                    "Look at ActorSystem.tree() for the actors, and at the log for their failures; supervise them with a back-off"
                            + " or a limit");
        }
        looks.checkDrops(
                part,
                "messages were dropped by full mailboxes",
                before.dropped(),
                after.dropped(),
                "Subscribe to MessagesDropped for the actors; let senders wait, or give the work to several actors");
        looks.checkQueue(
                part,
                "messages",
                before.waiting(),
                after.waiting(),
                "Look at ActorSystem.tree() for the actors; bound their mailboxes, or give the work to several actors");
        long deadLetters = after.deadLetters() - before.deadLetters();
        if (looks.isFlood(deadLetters, looks.options().deadLetters())) {
            looks.warn(
                    Kind.DEAD_LETTERS,
                    part,
                    deadLetters + " messages came to no actor" + looks.within() + ", " + after.deadLetters()
                            + " so far; there are " + after.actors() + " actors",
                    "The log at INFO and a recording with ropewalk.DeadLetter name the receivers and why; if its parent has stopped"
                            + " one, the log has its failure");
        }
    }
}
