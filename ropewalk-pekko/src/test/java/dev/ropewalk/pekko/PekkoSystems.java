package dev.ropewalk.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.setup.Setup;

/** Systems of Pekko for tests. */
final class PekkoSystems {
    private PekkoSystems() {}

    /** Returns a quiet configuration, whose default dispatcher has these lines beside the executor. */
    static Config config(String dispatcher) {
        return ConfigFactory.parseString("""
                pekko {
                  loglevel = OFF
                  stdout-loglevel = OFF
                  log-dead-letters = off
                  jvm-shutdown-hooks = off
                  actor.default-dispatcher.executor = "dev.ropewalk.pekko.RopewalkExecutorConfigurator"
                  actor.default-dispatcher { shutdown-timeout = 10ms }
                }
                """)
                .withFallback(ConfigFactory.parseString("pekko.actor.default-dispatcher {\n" + dispatcher + "\n}"))
                .withFallback(ConfigFactory.load());
    }

    static ActorSystem start(String name, String dispatcher) {
        return ActorSystem.create(name, config(dispatcher));
    }

    static ActorSystem start(String name, String dispatcher, Setup setup) {
        return ActorSystem.create(name, ActorSystemSetup.create(BootstrapSetup.create(config(dispatcher)), setup));
    }

    /** Ends a system and returns when all its actors have ended. */
    static void end(ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
