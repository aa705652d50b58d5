package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.cluster.testkit.Ledgers.Total;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entities of a cluster of many nodes: sent to, moved and asked from everywhere. Each engine has a subclass. */
public abstract class EntitiesOnNodes {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int KEYS = 40;
    private static final int ROUNDS = 50;

    /** How many entities are handed over at once. */
    private static final int MANY = Integer.getInteger("ropewalk.cluster.entities", Sample.of(2_000, 100_000));

    private final Scheduler scheduler = Scheduler.create();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    private final Ledgers ledgers = new Ledgers(false);

    /** Returns the engine. */
    protected abstract EngineProvider engine();

    private Cluster join() {
        Cluster cluster = join(options -> options);
        clusters.add(cluster);
        return cluster;
    }

    /** Starts a node at the address of one that was closed. */
    private Cluster joinAgain(int index) {
        NodeAddress address = clusters.get(index).self().address();
        Cluster cluster = join(options -> options.host(address.host()).port(address.port()));
        clusters.set(index, cluster);
        return cluster;
    }

    private Cluster join(UnaryOperator<ClusterOptions> place) {
        ActorSystem system = ActorSystem.builder("node-" + systems.size())
                .scheduler(scheduler)
                .build();
        systems.add(system);
        ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                .seeds(clusters.stream()
                        .filter(cluster -> !cluster.removal().isDone())
                        .map(cluster -> cluster.self().address())
                        .toList())
                .plaintext(true)
                .shards(16)
                .onLoss(losses::add);
        Cluster cluster = Cluster.join(system, place.apply(options), engine());
        cluster.host(Ledgers.TYPE, ledgers::ledger);
        return cluster;
    }

    @AfterEach
    void close() {
        Closing.all(clusters, systems, LONG);
        scheduler.close();
    }

    private static void tellAll(Cluster from, String sender, long begin, long end) {
        List<EntityRef<String, Command>> refs = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            refs.add(from.entity(Ledgers.TYPE, "key-" + key));
        }
        for (long number = begin; number < end; number++) {
            for (EntityRef<String, Command> ref : refs) {
                ref.tell(new Entry(sender, number));
            }
        }
    }

    private static void tellMany(Cluster from, long number) {
        for (int key = 0; key < MANY; key++) {
            from.entity(Ledgers.TYPE, "entity-" + key).tell(new Entry("many", number));
        }
    }

    private void awaitEntries(long count) {
        Await.until("all entries are noted", () -> ledgers.entries() == count, LONG.plusMillis(MANY));
        assertThat(ledgers.violations()).isEmpty();
        assertThat(losses).isEmpty();
    }

    /** Tells all until shards stay where they are. */
    private void settle() {
        int[] rounds = {0};
        FairShares.await(
                Ledgers.TYPE.name(),
                clusters,
                () -> {
                    tellAll(clusters.getFirst(), "early", rounds[0], rounds[0] + 1);
                    rounds[0]++;
                    awaitEntries((long) rounds[0] * KEYS);
                },
                LONG);
    }

    @Test
    void shouldReachEntitiesOfAllNodes() {
        join();
        join();
        join();
        settle();
        long early = ledgers.entries();
        long begun = ledgers.begun();
        for (Cluster cluster : clusters) {
            tellAll(cluster, cluster.self().toString(), 0, ROUNDS);
        }
        awaitEntries(early + 3L * KEYS * ROUNDS);
        assertThat(ledgers.begun()).as("one of each key lives").isEqualTo(begun);
    }

    @Test
    void shouldAnswerQuestionsFromAllNodes() throws Exception {
        join();
        join();
        for (int key = 0; key < KEYS; key++) {
            clusters.get(0).entity(Ledgers.TYPE, "key-" + key).tell(new Entry("a", 0));
        }
        awaitEntries(KEYS);
        for (Cluster cluster : clusters) {
            for (int key = 0; key < KEYS; key++) {
                long total = cluster.entity(Ledgers.TYPE, "key-" + key)
                        .<Long>ask(Total::new, LONG)
                        .get(20, TimeUnit.SECONDS);
                assertThat(total).isEqualTo(1);
            }
        }
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldLoseNothingWhenNodesJoinAndLeave() throws Exception {
        join();
        join();
        var isOver = new AtomicBoolean();
        var told = new AtomicLong();
        List<Thread> senders = new ArrayList<>();
        for (Cluster cluster : List.copyOf(clusters)) {
            String name = cluster.self().toString();
            senders.add(Thread.startVirtualThread(() -> {
                for (long round = 0; !isOver.get(); round++) {
                    tellAll(cluster, name, round, round + 1);
                    told.addAndGet(KEYS);
                }
            }));
        }
        Cluster third = join();
        Await.until(
                "the third is told",
                () -> third.stats().links().values().stream().anyMatch(link -> link.received() > 0));
        assertThat(third.close(LONG).isComplete()).isTrue();
        Cluster fourth = join();
        Await.until(
                "the fourth is told",
                () -> fourth.stats().links().values().stream().anyMatch(link -> link.received() > 0));
        isOver.set(true);
        for (Thread sender : senders) {
            sender.join();
        }
        awaitEntries(told.get());
        assertThat(ledgers.begun()).isGreaterThan(KEYS);
    }

    /** What a node is told to send: entries, and questions now and then. */
    private static final class Load {
        private final Cluster from;
        private final String sender;
        private final List<CompletableFuture<Long>> answers = new ArrayList<>();
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final Thread thread;
        private long rounds;

        Load(Cluster from) {
            this.from = from;
            sender = from.self().toString();
            thread = Thread.startVirtualThread(this::send);
        }

        private void send() {
            while (!isOver.get()) {
                round();
                LockSupport.parkNanos(1_000_000);
            }
            for (int i = 0; i < ROUNDS; i++) {
                round();
            }
        }

        private void round() {
            tellAll(from, sender, rounds, rounds + 1);
            answers.add(from.entity(Ledgers.TYPE, "key-" + rounds % KEYS).ask(Total::new, LONG));
            rounds++;
        }

        /** Sends a lot at last, and waits for nothing of that to be taken. */
        void end() throws InterruptedException {
            isOver.set(true);
            thread.join();
        }

        /** Returns how many entries were sent. */
        long sent() {
            return rounds * KEYS;
        }

        void awaitAnswers() throws Exception {
            for (CompletableFuture<Long> answer : answers) {
                long ignored = answer.get(20, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void shouldLoseNothingInARollingRestart() throws Exception {
        join();
        join();
        join();
        List<Load> loads = new ArrayList<>(clusters.stream().map(Load::new).toList());
        long sent = 0;
        for (int i = 0; i < 3; i++) {
            Load last = loads.get(i);
            last.end();
            assertThat(clusters.get(i).close(LONG).isComplete()).isTrue();
            last.awaitAnswers();
            sent += last.sent();
            Cluster again = joinAgain(i);
            loads.set(i, new Load(again));
            Await.until(
                    "the next one is told",
                    () -> again.stats().links().values().stream().anyMatch(link -> link.received() > 0));
        }
        for (Load load : loads) {
            load.end();
            load.awaitAnswers();
            sent += load.sent();
        }
        awaitEntries(sent);
    }

    @Test
    void shouldDeliverOrCountEachMessageOfANodeThatIsClosed() throws Exception {
        join();
        Cluster second = join();
        tellAll(second, "before", 0, 1);
        var isOver = new AtomicBoolean();
        var told = new AtomicLong(KEYS);
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "sender-" + i;
            senders.add(Thread.startVirtualThread(() -> {
                for (long round = 0; !isOver.get(); round++) {
                    tellAll(second, name, round, round + 1);
                    told.addAndGet(KEYS);
                }
            }));
        }
        Await.until("many are told", () -> told.get() > 100 * KEYS);
        assertThat(second.close(LONG).isComplete()).isTrue();
        isOver.set(true);
        for (Thread sender : senders) {
            sender.join();
        }
        Await.until("each is noted or lost", () -> ledgers.entries() + losses.size() == told.get());
        assertThat(ledgers.violations()).isEmpty();
        assertThat(losses).allMatch(loss -> loss.reason() == MessageLoss.Reason.CLOSED);
    }

    @Test
    void shouldTellWhereShardsAre() {
        Cluster first = join();
        Cluster second = join();
        settle();
        long early = ledgers.entries();
        assertThat(ofLedgers(second).shards()).containsKey(second.self());
        assertThat(first.stats().types()).containsOnlyKeys(Ledgers.TYPE.name());
        Await.until(
                () -> "the first knows both places, " + ofLedgers(first),
                () -> ofLedgers(first).shards().keySet().equals(Set.of(first.self(), second.self())),
                LONG);
        assertThat(second.close(LONG).isComplete()).isTrue();
        tellAll(first, "first", 0, 1);
        awaitEntries(early + KEYS);
        Await.until(
                () -> "all shards are here, not " + ofLedgers(first),
                () -> ofLedgers(first).shards().keySet().equals(Set.of(first.self())),
                LONG);
        for (TypeStats stats : List.of(ofLedgers(first), ofLedgers(second))) {
            assertThat(stats.assigned()).isPositive();
        }
        assertThat(ofLedgers(first).entities().active()).isEqualTo(KEYS);
        assertThat(ofLedgers(first).assigned() - ofLedgers(first).handedOver())
                .isEqualTo(
                        ofLedgers(first).shards().getOrDefault(first.self(), 0).longValue());
        assertThat(ofLedgers(second).handedOver()).isEqualTo(ofLedgers(second).assigned());
        assertThat(ofLedgers(second).shards()).doesNotContainKey(second.self());
    }

    private static TypeStats ofLedgers(Cluster cluster) {
        return Objects.requireNonNull(cluster.stats().types().get(Ledgers.TYPE.name()));
    }

    @Test
    void shouldHandOverVeryManyEntities() {
        Cluster first = join();
        join();
        tellMany(first, 0);
        awaitEntries(MANY);
        Cluster third = join();
        long rounds = 1;
        do { // some have begun there when it has been sent anything
            tellMany(first, rounds);
            awaitEntries(++rounds * MANY);
        } while (third.stats().links().values().stream().noneMatch(link -> link.received() > 0));
        assertThat(third.close(LONG).isComplete()).isTrue();
        tellMany(first, rounds);
        awaitEntries(++rounds * MANY);
        assertThat(ledgers.begun()).isGreaterThan(MANY);
    }
}
