package dev.ropewalk.lab.savina;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Locale;
import org.apache.pekko.actor.ActorSystem;

/** Pekko's actor system as it is by default, but for the number of its threads and its log. */
final class PekkoSystem {
    private PekkoSystem() {}

    static ActorSystem open(int workers) {
        return ActorSystem.create("savina", config(workers));
    }

    static void close(ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    private static Config config(int workers) {
        return ConfigFactory.parseString(String.format(Locale.ROOT, """
                pekko {
                  loglevel = ERROR
                  stdout-loglevel = ERROR
                  log-dead-letters = off
                  daemonic = on
                  actor.default-dispatcher.fork-join-executor {
                    parallelism-min = %d
                    parallelism-max = %d
                  }
                }
                """, workers, workers))
                .withFallback(ConfigFactory.load());
    }
}
