package dev.ropewalk.actor.support;

import dev.ropewalk.actor.ActorRef;

/** Notes, before an actor stops because it has failed, why it does. It throws nothing: the actor is yet to stop. */
public final class FailedStop {
    private FailedStop() {}

    /**
     * Notes that an actor stops by an error of the JVM.
     *
     * @param restarts how often it was restarted before
     */
    public static void noteFatal(SystemServices system, ActorRef<?> actor, int restarts, Throwable cause) {
        note(system, actor, restarts, "was stopped by an error of the JVM", cause);
    }

    /**
     * Notes that an actor stops by a decision about its failure.
     *
     * @param restarts how often it was restarted before
     */
    public static void note(SystemServices system, ActorRef<?> actor, int restarts, String reason, Throwable cause) {
        try {
            long now = system.scheduler().nanoTime();
            system.failedStops().add(actor.path(), reason, cause, restarts, now);
        } catch (Throwable noMemory) {
            return; // the note is lost, and nothing else
        }
    }
}
