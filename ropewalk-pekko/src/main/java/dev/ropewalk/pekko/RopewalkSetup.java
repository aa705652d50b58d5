package dev.ropewalk.pekko;

import dev.ropewalk.scheduler.Scheduler;
import java.util.Objects;
import org.apache.pekko.actor.setup.Setup;

/**
 * The scheduler that a program gives to a Pekko system: all dispatchers of the system whose executor is {@link
 * RopewalkExecutorConfigurator} run on it, so that actors of both libraries share their workers. Immutable.
 *
 * {@snippet class="dev.ropewalk.pekko.snippets.PekkoSnippets" region="shared" :
 * ActorSystem system =
 *         ActorSystem.create("shop", BootstrapSetup.create(config).and(RopewalkSetup.create(scheduler)));
 * }
 *
 * <p>The scheduler isn't closed with the system. Close it after that: the dispatchers of a Pekko system end a second after its
 * last actor.
 */
public final class RopewalkSetup extends Setup {
    private final Scheduler scheduler;

    private RopewalkSetup(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Returns the setup for a scheduler. */
    public static RopewalkSetup create(Scheduler scheduler) {
        return new RopewalkSetup(Objects.requireNonNull(scheduler, "scheduler"));
    }

    /** Returns the scheduler. */
    public Scheduler scheduler() {
        return scheduler;
    }
}
