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
                    Looks.inWords(restarts, "restart") + " after "
                            + Looks.inWords(after.failures() - before.failures(), "failure")
                            + looks.within(),
                    actorsBy("restarts")
                            + ", and the log has their failures; supervise them with a back-off or a limit");
        }
        looks.checkDrops(
                part,
                "message",
                "dropped by full mailboxes",
                before.dropped(),
                after.dropped(),
                actorsBy("dropped")
                        + ", and the log names them, too; let senders wait, or give the work to several actors");
        looks.checkQueue(
                part,
                "messages",
                before.waiting(),
                after.waiting(),
                actorsBy("waiting") + "; bound their mailboxes, or give the work to several actors");
        long deadLetters = after.deadLetters() - before.deadLetters();
        if (looks.isFlood(deadLetters, looks.options().deadLetters())) {
            looks.warn(
                    Kind.DEAD_LETTERS,
                    part,
                    Looks.inWords(deadLetters, "message") + " came to no actor" + looks.within() + ", "
                            + after.deadLetters()
                            + " so far; there "
                            + (after.actors() == 1 ? "is " : "are ") + Looks.inWords(after.actors(), "actor"),
                    "The log at INFO and a recording with ropewalk.DeadLetter name the receivers and why; if its parent has stopped"
                            + " one, the log has its failure");
        }
    }

    /** Says where the actors are seen: by those who look from outside, and in the program. */
    private static String actorsBy(String column) {
        return "The console's view Actors sorts them by " + column + ", ActorSystem.tree() has them in the program";
    }
}
