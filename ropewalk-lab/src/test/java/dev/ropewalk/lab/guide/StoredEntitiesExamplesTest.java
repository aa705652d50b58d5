package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.store.BlockingEntityStore;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StateLogic;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.cluster.store.StoredState;
import dev.ropewalk.cluster.testkit.MemoryStore;
import dev.ropewalk.cluster.testkit.StoreCall;
import dev.ropewalk.cluster.testkit.StoreFault;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/stored-entities.md, and what it computes. */
class StoredEntitiesExamplesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    // @start region="messages" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    record Send(String to, long amount, ActorRef<Boolean> replyTo) implements Command {}

    record Credit(String from, long number, long amount, ActorRef<Boolean> replyTo) implements Command {}

    static final EntityType<String, Command> ACCOUNTS = EntityType.of("account", String.class, Command.class);

    /** The state: the balance, and the number of the last transfer that has come of each other account. */
    record Account(long balance, Map<String, Long> credited) {}

    /** What an account sends. */
    record Transfer(String to, long amount) {}
    // @end

    // @start region="logic" :
    static final class AccountLogic implements StateLogic<String, Account, Command, Transfer> {
        private final Cluster cluster;

        AccountLogic(Cluster cluster) {
            this.cluster = cluster;
        }

        @Override
        public Account initial(String key) {
            return new Account(0, Map.of());
        }

        @Override
        public Effect<Account, Transfer> handle(
                EntityContext<String, Command> entity, Account account, Command command) {
            return switch (command) {
                case Deposit(long amount) -> save(new Account(account.balance() + amount, account.credited()));
                case Balance(ActorRef<Long> replyTo) -> answer(replyTo, account.balance());
                case Send(String to, long amount, ActorRef<Boolean> replyTo) ->
                    account.balance() < amount
                            ? answer(replyTo, false)
                            : save(new Account(account.balance() - amount, account.credited()))
                                    .send(new Transfer(to, amount))
                                    .answer(replyTo, true);
                case Credit credit ->
                    isKnown(account, credit)
                            ? answer(credit.replyTo(), true)
                            : save(credited(account, credit)).answer(credit.replyTo(), true);
            };
        }

        @Override
        public CompletionStage<?> deliver(String from, OutboxMessage<Transfer> message) {
            Transfer transfer = message.message();
            return cluster.entity(ACCOUNTS, transfer.to())
                    .<Boolean>ask(
                            replyTo -> new Credit(from, message.number(), transfer.amount(), replyTo),
                            Duration.ofSeconds(5));
        }

        private static boolean isKnown(Account account, Credit credit) {
            return account.credited().getOrDefault(credit.from(), -1L) >= credit.number();
        }

        private static Account credited(Account account, Credit credit) {
            Map<String, Long> credited = new HashMap<>(account.credited());
            credited.put(credit.from(), credit.number());
            return new Account(account.balance() + credit.amount(), credited);
        }
    }
    // @end

    private void print(Object line) {
        printed.add(line);
    }

    @Test
    void shouldTransferMoney() throws Exception {
        EntityStore<String, Account, Transfer> store = new MemoryStore<>();
        // @start region="host" :
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            cluster.host(ACCOUNTS, StoredEntity.of(store, new AccountLogic(cluster)));
            EntityRef<String, Command> account = cluster.entity(ACCOUNTS, "17");
            account.tell(new Deposit(100));
            CompletableFuture<Boolean> isSent = account.ask(to -> new Send("18", 30, to), Duration.ofSeconds(30));
            print(isSent.get()); // true, when both the new balance and the transfer are in the database
            // @end
            EntityRef<String, Command> other = cluster.entity(ACCOUNTS, "18");
            Await.until("it has come", () -> other.<Long>ask(Balance::new, LONG).join() == 30);
        }

        assertThat(printed).containsExactly(true);
    }

    private static EntityStore<String, Account, Transfer> storeOf(
            BlockingEntityStore<String, Account, Transfer> database, Executor connections) {
        // @start region="blocking" :
        EntityStore<String, Account, Transfer> store = EntityStore.of(database, connections);
        // @end
        return store;
    }

    @Test
    void shouldFailWhenATestSaysSo() {
        // @start region="faults" :
        MemoryStore<String, Account, Transfer> store = new MemoryStore<>();
        store.faults(call -> call == StoreCall.SAVE ? StoreFault.DONE_BUT_FAILED : StoreFault.NONE);
        // @end
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            cluster.host(
                    ACCOUNTS, StoredEntity.of(storeOf(new Waiting(store), Runnable::run), new AccountLogic(cluster)));
            EntityRef<String, Command> account = cluster.entity(ACCOUNTS, "17");
            account.tell(new Deposit(100));
            assertThat(account.<Long>ask(Balance::new, LONG).join()).isEqualTo(100);
        }
    }

    /** A store that waits. */
    private record Waiting(MemoryStore<String, Account, Transfer> store)
            implements BlockingEntityStore<String, Account, Transfer> {
        @Override
        public StoredState<Account, Transfer> load(String key) {
            return store.load(key).toCompletableFuture().join();
        }

        @Override
        public void save(String key, StateChange<Account, Transfer> change) {
            store.save(key, change).toCompletableFuture().join();
        }

        @Override
        public void delivered(String key, OutboxMessage<Transfer> message) {
            store.delivered(key, message).toCompletableFuture().join();
        }

        @Override
        public List<String> undelivered(int max) {
            return List.copyOf(store.undelivered(max).toCompletableFuture().join());
        }
    }
}
