package dev.ropewalk.pekko.snippets;

import com.typesafe.config.Config;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.pekko.PekkoBridge;
import dev.ropewalk.pekko.RopewalkSetup;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;

/** The code that the documentation shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class PekkoSnippets {
    interface Command {}

    interface Order {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    record Stock(String what, ActorRef<Integer> replyTo) implements Order {}

    record Show() {}

    void shared(Config config, Scheduler scheduler) {
        // @start region="shared" :
        ActorSystem system =
                ActorSystem.create("shop", BootstrapSetup.create(config).and(RopewalkSetup.create(scheduler)));
        // @end
    }

    void bridge(
            dev.ropewalk.actor.ActorSystem bank,
            ActorSystem pekko,
            org.apache.pekko.actor.ActorRef shopOfPekko,
            ActorRef<Command> accountOfOurs,
            Duration timeout) {
        // @start region="bridge" :
        PekkoBridge bridge = PekkoBridge.between(bank, pekko);
        ActorRef<Order> shop = bridge.toPekko("shop", shopOfPekko); // ours: tells the actor of Pekko
        var account = bridge.toRopewalk("account", Command.class, accountOfOurs); // Pekko's: tells ours
        var balance = bridge.asking( // Pekko's: asks ours, and answers its sender
                "balance",
                Show.class,
                accountOfOurs,
                (Show show, ActorRef<Long> replyTo) -> new Balance(replyTo),
                timeout);
        // @end
    }

    void ask(ActorRef<Order> shop, Duration timeout) {
        // @start region="ask" :
        CompletableFuture<Integer> stock = shop.ask(replyTo -> new Stock("tea", replyTo), timeout);
        // @end
    }
}
