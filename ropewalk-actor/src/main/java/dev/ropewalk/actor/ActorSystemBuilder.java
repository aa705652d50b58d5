package dev.ropewalk.actor;

import dev.ropewalk.actor.system.LocalActorSystem;
import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Names;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Unscheduled;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds an {@link ActorSystem}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class ActorSystemBuilder {
    private final String name;
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        @Nullable
        Scheduler scheduler;

        Supervision supervision = Supervision.restart();
        Duration closeTimeout = Duration.ofSeconds(10);
        boolean daemon;
    }

    ActorSystemBuilder(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a system's name must not be empty or contain '/', but is '" + Names.shown(name) + "'");
        }
        this.name = name;
        this.settings = new Settings();
    }

    private ActorSystemBuilder(String name, Settings settings) {
        this.name = name;
        this.settings = settings;
    }

    private ActorSystemBuilder with(Consumer<Settings> change) {
        return new ActorSystemBuilder(name, settings.with(change));
    }

    /**
     * Sets the scheduler, which isn't closed with the system; without it the system makes one of its own, but in a simulation it
     * takes that one's. A scheduler that is
     * closed first closes the system; see {@link ActorSystem}. So a system that is built on a closed scheduler ends at once.
     */
    public ActorSystemBuilder scheduler(Scheduler value) {
        return with(changed -> changed.scheduler = Objects.requireNonNull(value, "scheduler"));
    }

    /**
     * Sets how actors at the top are supervised, and the children of all actors whose options don't say; the default is
     * {@link Supervision#restart()}. What is escalated at the top is stopped.
     */
    public ActorSystemBuilder supervision(Supervision value) {
        return with(changed -> changed.supervision = Objects.requireNonNull(value, "supervision"));
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
        return with(changed -> changed.closeTimeout = value);
    }

    /**
     * Sets whether the JVM may end while the system is open. The default is false: a program whose {@code main} has returned goes
     * on until the system is closed. For a system with a scheduler of its own; a {@linkplain #scheduler given} scheduler decides
     * itself.
     */
    public ActorSystemBuilder daemon(boolean value) {
        return with(changed -> changed.daemon = value);
    }

    /**
     * Makes the system.
     *
     * @throws IllegalStateException if {@link #daemon} was set for a given scheduler
     */
    public ActorSystem build() {
        Scheduler given = settings.scheduler;
        if (given != null && settings.daemon) {
            throw new IllegalStateException("daemon is an option of the scheduler that system " + name + " was given");
        }
        Scheduler shared = Unscheduled.orSimulated(given);
        Scheduler used = shared == null
                ? Scheduler.builder().name(name).daemon(settings.daemon).build()
                : shared;
        return new LocalActorSystem(name, used, shared == null, settings.supervision, settings.closeTimeout);
    }
}
