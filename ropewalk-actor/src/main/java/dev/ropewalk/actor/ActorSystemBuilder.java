package dev.ropewalk.actor;

import dev.ropewalk.actor.system.LocalActorSystem;
import dev.ropewalk.base.Names;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds an {@link ActorSystem}. Not thread-safe. */
public final class ActorSystemBuilder {
    private final String name;
    private @Nullable Scheduler scheduler;
    private Supervision supervision = Supervision.restart();
    private Duration closeTimeout = Duration.ofSeconds(10);
    private boolean daemon;

    ActorSystemBuilder(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a system's name must not be empty or contain '/', but is '" + Names.shown(name) + "'");
        }
        this.name = name;
    }

    /**
     * Sets the scheduler, which isn't closed with the system; without it the system makes one of its own. A scheduler that is
     * closed first closes the system; see {@link ActorSystem}.
     */
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

    /**
     * Sets for how long {@link ActorSystem#close()} waits for actors that have something to do; the default is 10 seconds.
     *
     * @param value zero or more
     */
    public ActorSystemBuilder closeTimeout(Duration value) {
        Objects.requireNonNull(value, "closeTimeout");
        if (value.isNegative()) {
            throw new IllegalArgumentException("closeTimeout must not be negative, but is " + value);
        }
        closeTimeout = value;
        return this;
    }

    /**
     * Sets whether the JVM may end while the system is open. The default is false: a program whose {@code main} has returned goes
     * on until the system is closed. For a system with a scheduler of its own; one that was {@linkplain #scheduler given} decides
     * itself.
     */
    public ActorSystemBuilder daemon(boolean value) {
        daemon = value;
        return this;
    }

    /**
     * Makes the system.
     *
     * @throws IllegalStateException if {@link #daemon} was set for a given scheduler
     */
    public ActorSystem build() {
        if (scheduler != null && daemon) {
            throw new IllegalStateException("daemon is an option of the scheduler that system " + name + " was given");
        }
        boolean owned = scheduler == null;
        Scheduler used = owned ? Scheduler.builder().name(name).daemon(daemon).build() : scheduler;
        return new LocalActorSystem(name, Objects.requireNonNull(used), owned, supervision, closeTimeout);
    }
}
