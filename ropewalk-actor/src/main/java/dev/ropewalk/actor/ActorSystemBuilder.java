package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds an {@link ActorSystem}. Not thread-safe. */
public final class ActorSystemBuilder {
    private final String name;
    private @Nullable Scheduler scheduler;
    private Supervision supervision = Supervision.restart();

    ActorSystemBuilder(String name) {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a system's name must not be empty or contain '/', but is '" + name + "'");
        }
        this.name = name;
    }

    /** Sets the scheduler, which isn't closed with the system; without it the system makes one of its own. */
    public ActorSystemBuilder scheduler(Scheduler value) {
        scheduler = Objects.requireNonNull(value, "scheduler");
        return this;
    }

    /**
     * Sets how actors at the top are supervised, and the children of all actors whose options don't say; the default is
     * {@link Supervision#restart()}. What is escalated at the top is stopped.
     */
    public ActorSystemBuilder supervision(Supervision value) {
        supervision = Objects.requireNonNull(value, "supervision");
        return this;
    }

    /** Makes the system. */
    public ActorSystem build() {
        return new ActorSystem(name, scheduler, supervision);
    }
}
