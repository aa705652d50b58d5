package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;

/** Builds an {@link ActorSystem}. */
public final class ActorSystemBuilder {
    ActorSystemBuilder(String name) {}

    /** Sets the scheduler, which isn't closed with the system. */
    public ActorSystemBuilder scheduler(Scheduler value) {
        throw new UnsupportedOperationException();
    }

    /** Sets how actors at the top are supervised, and those of parents that don't say. */
    public ActorSystemBuilder supervision(Supervision value) {
        throw new UnsupportedOperationException();
    }

    /** Makes the system. */
    public ActorSystem build() {
        throw new UnsupportedOperationException();
    }
}
