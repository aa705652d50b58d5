package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.support.SystemServices;

/** Notes, before an actor stops because it has failed, why it does. It throws nothing: the actor is yet to stop. */
public final class FailedStop {
    private FailedStop() {}

    /** Notes that an actor stops by an error of the JVM. */
    public static void noteFatal(ActorLife<?> actor, Throwable cause) {
        note(actor, "was stopped by an error of the JVM", cause);
    }

    /** Notes that an actor stops by a decision about its failure. */
    static void note(ActorLife<?> actor, String reason, Throwable cause) {
        try {
            SystemServices system = actor.system();
            long now = system.scheduler().nanoTime();
            system.failedStops().add(actor.path(), reason, cause, actor.restartCount(), now);
        } catch (Throwable noMemory) {
            return; // the note is lost, and nothing else
        }
    }
}
