package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/entities.md, and what it computes. */
class EntitiesExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();
    private final Database database = new Database();

    // @start region="messages" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    static final EntityType<String, Command> ACCOUNTS = EntityType.of("account", String.class, Command.class);
    // @end

    /** Stands for the database: every account begins with 100. */
    static final class Database {
        private final Map<String, Long> rows = new ConcurrentHashMap<>();

        CompletionStage<Long> load(String number) {
            return CompletableFuture.supplyAsync(() -> rows.getOrDefault(number, 100L));
        }

        void store(String number, long balance) {
            rows.put(number, balance);
        }
    }

    // @start region="account" :
    static final class Account implements Actor<Command> {
        private final String number;
        private final Database database;
        private long balance;

        Account(EntityContext<String, Command> entity, Database database) {
            this.number = entity.key();
            this.database = database;
            entity.actor()
                    .pauseUntil(database.load(number), (stored, failure) -> balance = Objects.requireNonNull(stored));
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> balance += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }

        @Override
        public void postStop() {
            database.store(number, balance); // the next one of this key begins after this
        }
    }
    // @end

    private void print(Object line) {
        printed.add(line);
    }

    @Test
    void shouldLoadAndStoreABalance() throws Exception {
        // @start region="smallest" :
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            cluster.host(ACCOUNTS, entity -> new Account(entity, database));
            EntityRef<String, Command> account = cluster.entity(ACCOUNTS, "17");
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(30));
            print(balance.get()); // 110
        }
        // @end

        assertThat(printed).containsExactly(110L);
        assertThat(database.rows).containsEntry("17", 110L);
    }

    @Test
    void shouldBeginAgainWhereItEnded() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            // @start region="options" :
            EntityOptions<Object> options = EntityOptions.defaults()
                    .idleTime(Duration.ofSeconds(30))
                    .maxActive(10_000)
                    .actor(ActorOptions.defaults().mailbox(Mailbox.bounded(100, OverflowPolicy.BLOCK)))
                    .supervision(Supervision.restart().limit(3, Duration.ofMinutes(1)));
            Entities<String, Command> accounts =
                    cluster.host(ACCOUNTS, options, entity -> new Account(entity, database));
            // @end
            EntityRef<String, Command> account = accounts.entity("17");
            account.tell(new Deposit(10));
            accounts.passivate("17").get(30, TimeUnit.SECONDS);
            account.tell(new Deposit(5));
            assertThat(account.ask(Balance::new, Duration.ofSeconds(30)).get(30, TimeUnit.SECONDS))
                    .isEqualTo(115);
            assertThat(accounts.stats().started()).isEqualTo(2);
        }
    }
}
