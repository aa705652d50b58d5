package dev.ropewalk.cluster.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.cluster.testkit.MemoryStore;
import dev.ropewalk.cluster.testkit.StoreFault;
import dev.ropewalk.cluster.testkit.store.Bank.Account;
import dev.ropewalk.cluster.testkit.store.Bank.Command;
import dev.ropewalk.cluster.testkit.store.Bank.Deposit;
import dev.ropewalk.cluster.testkit.store.Bank.Nothing;
import dev.ropewalk.cluster.testkit.store.Bank.Send;
import dev.ropewalk.cluster.testkit.store.Bank.Transfer;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A bank whose store is slow and fails, and that runs twice at a time, as on two sides of a split. One of the two ends without notice. In the end no money has come or gone, and what was
 * answered is in the store.
 */
class StoreWorld implements SimulationBody {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int ACCOUNTS = 3;
    private static final int ROUNDS = 30;

    /** More than all deposits together, so that a transfer that is lost or doubled is seen. */
    private static final long AMOUNT = 40;

    /** Returns what the entities take for their store. */
    EntityStore<String, Account, Transfer> change(EntityStore<String, Account, Transfer> store) {
        return store;
    }

    /** Returns what the entities do. */
    Bank bank(Cluster cluster) {
        return new Bank(cluster);
    }

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private final class Play {
        private final Simulation simulation;
        private final Random random;
        private final MemoryStore<String, Account, Transfer> store = new MemoryStore<>();
        private final List<ActorSystem> systems = new ArrayList<>();
        private final Map<String, List<CompletableFuture<Long>>> deposits = new HashMap<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            this.random = new Random(simulation.scheduler().random().nextLong());
        }

        void run() {
            store.faults(call -> random.nextInt(8) > 0 ? StoreFault.NONE : randomFault());
            Cluster first = begin();
            Cluster second = begin();
            for (int round = 0; round < ROUNDS; round++) {
                act(random.nextBoolean() ? first : second);
                simulation.runFor(Duration.ofMillis(random.nextInt(20)));
            }
            kill(0);
            for (int round = 0; round < ROUNDS; round++) {
                act(second);
                simulation.runFor(Duration.ofMillis(random.nextInt(200)));
            }
            kill(1);
            store.faults(call -> StoreFault.NONE);
            Cluster last = begin();
            for (int account = 0; account < ACCOUNTS; account++) {
                last.entity(Bank.TYPE, "account-" + account).tell(new Nothing());
            }
            simulation.runUntil(
                    "all is delivered",
                    () -> store.states().values().stream()
                            .allMatch(state -> state.outbox().isEmpty()));
            check();
            kill(2);
        }

        private StoreFault randomFault() {
            List<StoreFault> all = List.of(StoreFault.values());
            return all.get(random.nextInt(all.size()));
        }

        private Cluster begin() {
            ActorSystem system = ActorSystem.builder("bank-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            Cluster cluster = Cluster.local(system);
            var slow = new SlowStore<>(store, simulation.scheduler(), random);
            cluster.host(
                    Bank.TYPE,
                    EntityOptions.defaults().passivateIdle(false),
                    StoredEntity.of(change(slow), bank(cluster)).timeout(Duration.ofSeconds(3)));
            return cluster;
        }

        /** Without a close of the cluster, so that what goes on is cut off. */
        private void kill(int system) {
            var ignored = systems.get(system).close(LONG);
        }

        private void act(Cluster cluster) {
            String key = "account-" + random.nextInt(ACCOUNTS);
            EntityRef<String, Command> account = cluster.entity(Bank.TYPE, key);
            if (random.nextInt(3) == 0) {
                CompletableFuture<Long> answer = account.ask(replyTo -> new Deposit(1, Optional.of(replyTo)), LONG);
                deposits.computeIfAbsent(key, k -> new ArrayList<>()).add(answer);
            } else {
                String to = "account-" + random.nextInt(ACCOUNTS);
                var ignored = account.<Boolean>ask(replyTo -> new Send(to, AMOUNT, replyTo), LONG);
            }
        }

        private void check() {
            long balances = 0;
            long answered = 0;
            long asked = 0;
            for (int account = 0; account < ACCOUNTS; account++) {
                String key = "account-" + account;
                balances += Optional.ofNullable(store.states().get(key))
                        .flatMap(state -> state.state())
                        .map(Account::balance)
                        .orElse(Bank.INITIAL);
                List<CompletableFuture<Long>> made = deposits.getOrDefault(key, List.of());
                asked += made.size();
                answered += made.stream()
                        .filter(answer -> answer.isDone() && !answer.isCompletedExceptionally())
                        .count();
            }
            assertThat(balances - ACCOUNTS * Bank.INITIAL)
                    .as("what was deposited")
                    .isBetween(answered, asked);
        }
    }
}
