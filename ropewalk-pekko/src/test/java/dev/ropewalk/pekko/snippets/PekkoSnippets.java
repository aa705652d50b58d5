package dev.ropewalk.pekko.snippets;

import com.typesafe.config.Config;
import dev.ropewalk.pekko.RopewalkSetup;
import dev.ropewalk.scheduler.Scheduler;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;

/** The code that the documentation shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class PekkoSnippets {
    void shared(Config config, Scheduler scheduler) {
        // @start region="shared" :
        ActorSystem system =
                ActorSystem.create("shop", BootstrapSetup.create(config).and(RopewalkSetup.create(scheduler)));
        // @end
    }
}
