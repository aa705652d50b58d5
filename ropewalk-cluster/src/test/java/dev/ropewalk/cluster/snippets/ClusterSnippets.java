package dev.ropewalk.cluster.snippets;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.StateLogic;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The code that the documentation of clusters shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ClusterSnippets {
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    static final class Account implements Actor<Command> {
        private final String number;
        private long balance;

        Account(String number) {
            this.number = number;
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> balance += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }

    void entities() {
        // @start region="entities" :
        EntityType<String, Command> accounts = EntityType.of("account", String.class, Command.class);
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            cluster.host(accounts, entity -> new Account(entity.key()));
            EntityRef<String, Command> account = cluster.entity(accounts, "17");
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
        }
        // @end
    }

    // @start region="stored" :
    record Money(long balance) {}

    static final class AccountLogic implements StateLogic<String, Money, Command, Void> {
        @Override
        public Money initial(String key) {
            return new Money(0);
        }

        @Override
        public Effect<Money, Void> handle(EntityContext<String, Command> entity, Money money, Command command) {
            return switch (command) {
                case Deposit(long amount) -> save(new Money(money.balance() + amount));
                case Balance(ActorRef<Long> replyTo) -> answer(replyTo, money.balance());
            };
        }
    }
    // @end
}
