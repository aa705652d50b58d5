package dev.ropewalk.lab.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Locale;
import org.apache.pekko.actor.ActorSystem;

/** What runs all actors of a Pekko system: its default dispatcher, over one of Pekko's executors. */
public enum PekkoDispatcher {
    /** A ForkJoinPool, which is Pekko's default. */
    FORK_JOIN("""
            executor = "fork-join-executor"
            fork-join-executor { parallelism-min = %1$d, parallelism-max = %1$d }
            """),
    /**
     * Threads with a bounded queue each; an actor always has the same one. Pekko's default of 512 tasks refuses what many
     * actors send at once, so there is room for a task of every actor in each queue. Its threads poll when idle.
     */
    AFFINITY("""
            executor = "affinity-pool-executor"
            affinity-pool-executor { parallelism-min = %1$d, parallelism-max = %1$d, task-queue-size = %2$d }
            """),
    /** A virtual thread for each run of an actor, on the JDK's carriers. */
    VIRTUAL_THREAD("""
            executor = "virtual-thread-executor"
            """);

    private static final int DEFAULT_QUEUE_SIZE = 512;

    private final String settings;

    PekkoDispatcher(String settings) {
        this.settings = settings;
    }

    /**
     * Starts a system without logging and with Pekko's defaults in all else.
     *
     * @param workers threads of the dispatcher; the JDK decides for virtual ones
     * @param actors how many may have something to do at once
     */
    public ActorSystem start(int workers, int actors) {
        Config config = ConfigFactory.parseString(String.format(
                Locale.ROOT, """
                pekko {
                  loglevel = OFF
                  stdout-loglevel = OFF
                  log-dead-letters = off
                  daemonic = on
                  jvm-shutdown-hooks = off
                  actor.default-dispatcher {
                    %s
                  }
                }
                """, String.format(Locale.ROOT, settings, workers, Math.max(DEFAULT_QUEUE_SIZE, actors))));
        return ActorSystem.create("lab", config.withFallback(ConfigFactory.load()));
    }

    /** Ends a system and returns when all its actors and threads have ended. */
    public static void end(ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    /** Returns whether its threads use CPU when no actor has anything to do. */
    public boolean polls() {
        return this == AFFINITY;
    }
}
