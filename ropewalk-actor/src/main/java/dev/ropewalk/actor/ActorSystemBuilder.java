package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;

/** Builds an {@link ActorSystem}. */
public final class ActorSystemBuilder {
    ActorSystemBuilder(String name) {}

    /** Sets the scheduler, which isn't closed with the system. */
    public ActorSystemBuilder scheduler(Scheduler value) {
        return missing();
    }

    /** Sets how actors at the top are supervised, and those of parents that don't say. */
    public ActorSystemBuilder supervision(Supervision value) {
        return missing();
    }

    /** Makes the system. */
    public ActorSystem build() {
        return missing();
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T missing() {
        throw new UnsupportedOperationException("not built yet");
    }
}
