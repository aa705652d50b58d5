package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.UndeliveredException;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.Receipts.Deed;
import dev.ropewalk.cluster.testkit.Receipts.Order;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders on many nodes whose messages are delivered at least once. Each engine has a subclass. */
public abstract class ReliableOnNodes {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int KEYS = 10;
    private static final int ROUNDS = 100;

    private final Scheduler scheduler = Scheduler.create();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    private final Receipts receipts = new Receipts();

    /** Returns the engine. */
    protected abstract EngineProvider engine();

    /** Has a node fail, without a word to anybody. */
    protected abstract void kill(Cluster cluster, ActorSystem system);

    private Cluster join() {
        return join(EntityOptions.defaults());
    }

    private Cluster join(EntityOptions<Object> entities) {
        ActorSystem system = ActorSystem.builder("node-" + systems.size())
                .scheduler(scheduler)
                .build();
        systems.add(system);
        ClusterOptions options = ClusterOptions.defaults("shop", Receipts.CODECS)
                .seeds(
                        clusters.isEmpty()
                                ? List.of()
                                : List.of(clusters.getFirst().self().address()))
                .plaintext(true)
                .shards(16)
                .stableAfter(Duration.ofSeconds(1))
                .onLoss(losses::add);
        Cluster cluster = Cluster.join(system, options, engine());
        clusters.add(cluster);
        cluster.host(Receipts.TYPE, entities, receipts::shop);
        return cluster;
    }

    @AfterEach
    void close() {
        Closing.all(clusters, systems, LONG);
        scheduler.close();
    }

    /** A sender to each key, from one node. */
    private static final class Senders {
        private final String name;
        private final List<ReliableRef<String, Order>> refs = new ArrayList<>();
        private long told;

        Senders(Cluster from, String name, ReliableOptions options) {
            this.name = name;
            for (int key = 0; key < KEYS; key++) {
                refs.add(from.entity(Receipts.TYPE, "key-" + key).reliable(options));
            }
        }

        Senders(Cluster from, String name) {
            this(from, name, ReliableOptions.defaults());
        }

        void tellAll(int rounds, LongFunction<Deed> deed) {
            for (int round = 0; round < rounds; round++) {
                for (ReliableRef<String, Order> ref : refs) {
                    ref.tell(new Order(name, told, deed.apply(told)));
                }
                told++;
            }
        }

        void tellAll(int rounds) {
            tellAll(rounds, number -> Deed.NOTHING);
        }

        void await() {
            for (ReliableRef<String, Order> ref : refs) {
                ref.delivered().orTimeout(60, TimeUnit.SECONDS).join();
            }
        }

        long redelivered() {
            return refs.stream().mapToLong(ref -> ref.stats().redelivered()).sum();
        }
    }

    private void assertHandled(long count) {
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled()).isEqualTo(count);
        assertThat(losses).isEmpty();
    }

    /** Tells all until shards stay where they are. */
    private void settle() {
        var early = new Senders(clusters.getFirst(), "early");
        FairShares.await(
                Receipts.TYPE.name(),
                clusters,
                () -> {
                    early.tellAll(1);
                    early.await();
                },
                LONG);
    }

    @Test
    void shouldDeliverAllInOrderFromEverywhere() throws Exception {
        join();
        join();
        settle();
        long early = receipts.handled();
        long begun = receipts.begun();
        var one = new Senders(clusters.get(0), "one");
        var two = new Senders(clusters.get(1), "two");
        one.tellAll(ROUNDS);
        two.tellAll(ROUNDS);
        one.await();
        two.await();
        assertHandled(early + 2L * KEYS * ROUNDS);
        assertThat(receipts.begun()).isEqualTo(begun);
    }

    @Test
    void shouldDeliverOnceThoughEntitiesFailAndStopAndArePassivated() throws Exception {
        join();
        join();
        var one = new Senders(clusters.get(0), "one");
        var two = new Senders(clusters.get(1), "two");
        LongFunction<Deed> deeds = number -> Receipts.deed(number % 40);
        one.tellAll(ROUNDS, deeds);
        two.tellAll(ROUNDS, deeds);
        one.await();
        two.await();
        assertHandled(2L * KEYS * ROUNDS);
        assertThat(receipts.begun()).isGreaterThan(KEYS);
    }

    @Test
    void shouldTellWhatAnEntityHasThrown() throws Exception {
        join();
        Cluster two = join();
        settle();
        long early = receipts.handled();
        var sender = new Senders(two, "one");
        for (ReliableRef<String, Order> ref : sender.refs) {
            CompletableFuture<Void> failed = ref.deliver(new Order("one", 0, Deed.FAIL));
            CompletableFuture<Void> handled = ref.deliver(new Order("one", 1, Deed.NOTHING));
            handled.get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> failed.get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(EntityFailedException.class)
                    .hasMessageContaining(
                            ref.entity().path() + " has thrown java.lang.IllegalStateException: on purpose");
        }
        assertHandled(early + 2L * KEYS);
        assertThat(sender.redelivered()).isZero();
    }

    @Test
    void shouldDeliverOnceWhenNodesJoinAndLeave() throws Exception {
        join();
        join();
        var isOver = new AtomicBoolean();
        var told = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        List<Senders> all = new ArrayList<>();
        for (Cluster cluster : List.copyOf(clusters)) {
            var senders = new Senders(
                    cluster,
                    cluster.self().toString(),
                    ReliableOptions.defaults().windowMessages(100));
            all.add(senders);
            threads.add(Thread.startVirtualThread(() -> {
                while (!isOver.get()) {
                    senders.tellAll(1, number -> number % 50 == 7 ? Deed.PAUSE : Deed.NOTHING);
                    told.addAndGet(KEYS);
                }
            }));
        }
        Cluster third = join();
        awaitFrames(third, "third");
        assertThat(third.close(LONG).isComplete()).isTrue();
        awaitFrames(join(), "fourth");
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        for (Senders senders : all) {
            senders.await();
        }
        assertHandled(told.get());
        assertThat(receipts.repeated()).isZero();
    }

    private static void awaitFrames(Cluster cluster, String name) {
        Await.until(
                "the " + name + " is told",
                () -> cluster.stats().links().values().stream().anyMatch(link -> link.received() > 0));
    }

    @Test
    void shouldDeliverAllThoughANodeFails() throws Exception {
        join();
        join();
        Cluster third = join();
        Await.until("it has entities", () -> {
            var probe = new Senders(clusters.get(0), "probe " + System.nanoTime());
            probe.tellAll(1);
            probe.await();
            return third.stats().links().values().stream().anyMatch(link -> link.received() > 0);
        });
        long before = receipts.handled();
        var one = new Senders(clusters.get(0), "one");
        var two = new Senders(clusters.get(1), "two");
        one.tellAll(ROUNDS / 2);
        two.tellAll(ROUNDS / 2);
        receipts.mayRepeat();
        kill(third, systems.get(2));
        clusters.remove(third); // it would wait to leave, and nobody hears it
        one.tellAll(ROUNDS / 2);
        two.tellAll(ROUNDS / 2);
        one.await();
        two.await();
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled() - before).isEqualTo(2L * KEYS * ROUNDS);
    }

    @Test
    void shouldBoundWhatWaitsForASlowEntity() throws Exception {
        EntityOptions<Object> small = EntityOptions.defaults()
                .actor(ActorOptions.defaults().mailbox(Mailbox.bounded(4, OverflowPolicy.DROP_NEWEST)));
        join(small);
        join(small);
        CompletableFuture<Void> goOn = receipts.hold();
        var sender = new Senders(
                clusters.get(0),
                "one",
                ReliableOptions.defaults().windowMessages(16).windowBytes(2048));
        List<Long> accepted = new ArrayList<>();
        for (ReliableRef<String, Order> ref : sender.refs) {
            long[] told = {0};
            Await.until("its window is full", () -> {
                while (ref.tryTell(new Order("one", told[0], Deed.NOTHING))) {
                    told[0]++;
                }
                return ref.stats().waiting() >= 16;
            });
            assertThat(ref.stats().waiting()).isLessThanOrEqualTo(40);
            accepted.add(told[0]);
        }
        goOn.complete(null);
        sender.await();
        assertThat(receipts.violations()).isEmpty();
        assertThat(receipts.handled())
                .isEqualTo(accepted.stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void shouldGoOnWithAnOutboxOnAnotherNode(@TempDir Path folder) {
        join();
        Cluster two = join();
        Cluster three = join();
        receipts.mayRepeat(); // by entities that have moved meanwhile
        OutboxOptions options = OutboxOptions.defaults(folder.resolve("outbox"))
                .sender(ReliableOptions.defaults().windowMessages(8));
        long told = 0;
        for (Cluster from : List.of(two, three, two)) {
            try (Outbox outbox = from.outbox(options)) {
                tell(outbox, from, told);
            }
            told += ROUNDS;
        }
        try (Outbox outbox = three.outbox(options)) {
            tell(outbox, three, told);
            Await.until(
                    () -> "all is handled; " + outbox.stats(),
                    () -> outbox.stats().waiting() == 0,
                    LONG.multipliedBy(3));
            assertHandled((told + ROUNDS) * KEYS);
            Await.until("nothing is kept", () -> outbox.stats().entities() == 0);
        }
    }

    private static void tell(Outbox outbox, Cluster from, long first) {
        for (int key = 0; key < KEYS; key++) {
            try (ReliableRef<String, Order> ref = outbox.to(from.entity(Receipts.TYPE, "key-" + key))) {
                for (long number = first; number < first + ROUNDS; number++) {
                    ref.tell(new Order("one", number, Deed.NOTHING));
                }
            }
        }
    }

    @Test
    void shouldGiveUpAndTellWhatIsLeftWhenItsNodeIsClosed() throws Exception {
        join();
        Cluster two = join();
        CompletableFuture<Void> goOn = receipts.hold();
        var sender = new Senders(two, "one");
        List<CompletableFuture<Void>> deliveries = new ArrayList<>();
        for (ReliableRef<String, Order> ref : sender.refs) {
            deliveries.add(ref.deliver(new Order("one", 0, Deed.NOTHING)));
        }
        two.close(Duration.ofMillis(200));
        for (CompletableFuture<Void> delivery : deliveries) {
            assertThatThrownBy(() -> delivery.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(UndeliveredException.class);
        }
        assertThat(losses)
                .hasSize(KEYS)
                .allMatch(loss -> loss.reason() == MessageLoss.Reason.CLOSED
                        && loss.message().isPresent());
        assertThatThrownBy(() -> sender.refs.getFirst().tell(new Order("one", 1, Deed.NOTHING)))
                .isInstanceOf(IllegalStateException.class);
        goOn.complete(null);
    }
}
