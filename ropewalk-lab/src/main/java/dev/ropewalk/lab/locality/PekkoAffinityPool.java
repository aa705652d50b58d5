package dev.ropewalk.lab.locality;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Locale;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.ActorSystem;
import org.jspecify.annotations.Nullable;

/**
 * Pekko's dispatcher over its affinity pool, used as a plain executor. It chooses the thread by the task's hash, which
 * for an actor is always the same. Each thread has a bounded queue, and what doesn't fit is refused; Pekko's default of
 * 512 can't hold the first messages of 8000 actors, so there is room for a message of every actor in each queue.
 *
 * <p>Its threads poll when idle. So that others aren't measured beside them, the pool is started before each iteration
 * and ended after it.
 */
final class PekkoAffinityPool implements Pool {
    private static final String DISPATCHER = "affinity-dispatcher";
    private static final int DEFAULT_QUEUE_SIZE = 512;

    private final Config config;
    private @Nullable ActorSystem system;
    private Executor dispatcher = Runnable::run;

    PekkoAffinityPool(int workers, int actors) {
        config = ConfigFactory.parseString(String.format(
                        Locale.ROOT, """
                pekko {
                  loglevel = OFF
                  stdout-loglevel = OFF
                  daemonic = on
                }
                %s {
                  type = Dispatcher
                  executor = "affinity-pool-executor"
                  affinity-pool-executor {
                    parallelism-min = %d
                    parallelism-max = %d
                    task-queue-size = %d
                  }
                }
                """, DISPATCHER, workers, workers, Math.max(DEFAULT_QUEUE_SIZE, actors)))
                .withFallback(ConfigFactory.load());
    }

    @Override
    public void resume() {
        ActorSystem started = ActorSystem.create("lab", config);
        system = started;
        dispatcher = started.dispatchers().lookup(DISPATCHER);
    }

    @Override
    public Executor executorOf(int actor) {
        return dispatcher;
    }

    @Override
    public void rest() {
        if (system != null) {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
            system = null;
        }
    }

    @Override
    public void close() {
        rest();
    }
}
