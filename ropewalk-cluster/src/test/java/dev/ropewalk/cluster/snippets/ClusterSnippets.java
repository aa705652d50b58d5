package dev.ropewalk.cluster.snippets;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityInterface;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MethodId;
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

    // @start region="interface" :
    interface Savings {
        @MethodId(1)
        void deposit(long amount);

        @MethodId(2)
        CompletableFuture<Long> balance();
    }
    // @end

    private static final class SavingsAccount implements Savings {
        private long balance;

        @Override
        public void deposit(long amount) {
            balance += amount;
        }

        @Override
        public CompletableFuture<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }
    }

    void proxies(Cluster cluster) {
        // @start region="proxy" :
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, String.class)
                .registerInterface(2, Savings.class)
                .build();
        EntityInterface<String, Savings> savings = EntityInterface.of("savings", String.class, Savings.class, codecs);
        cluster.host(savings, entity -> new SavingsAccount());
        Savings account = cluster.proxy(savings, "17", Duration.ofSeconds(10));
        account.deposit(10);
        CompletableFuture<Long> balance = account.balance();
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
