package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.Counters.Add;
import dev.ropewalk.cluster.testkit.Counters.Count;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entities whose state goes with them when they move to another node. Each engine has a subclass. */
public abstract class CountersOnNodes {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 40;
    private static final String TOO_LARGE = "bytes, but may have 65536: it isn't handed over";

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler = Scheduler.create();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    private final Queue<MessageLoss> lostStates = new ConcurrentLinkedQueue<>();
    private Counters counters = new Counters("");
    private int told;

    /** Returns the engine. */
    protected abstract EngineProvider engine();

    private Cluster join() {
        ActorSystem system = ActorSystem.builder("node-" + systems.size())
                .scheduler(scheduler)
                .build();
        systems.add(system);
        ClusterOptions options = ClusterOptions.defaults("shop", Counters.CODECS)
                .seeds(
                        clusters.isEmpty()
                                ? List.of()
                                : List.of(clusters.getLast().self().address()))
                .plaintext(true)
                .shards(16)
                .onLoss(loss -> {
                    Queue<MessageLoss> of = loss.reason() == MessageLoss.Reason.HAND_OVER ? lostStates : losses;
                    of.add(loss);
                });
        Cluster cluster = Cluster.join(system, options, engine());
        clusters.add(cluster);
        cluster.host(Counters.TYPE, Counters.OPTIONS, counters::counter);
        return cluster;
    }

    @AfterEach
    void close() {
        clusters.reversed().forEach(cluster -> cluster.close(LONG));
        systems.forEach(system -> system.close(LONG));
        scheduler.close();
        log.close();
    }

    private void tellAll(Cluster from) {
        for (int key = 0; key < KEYS; key++) {
            from.entity(Counters.TYPE, "key-" + key).tell(new Add());
        }
        told++;
    }

    private static List<Long> counts(Cluster from) {
        List<CompletableFuture<Long>> counts = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            counts.add(from.entity(Counters.TYPE, "key-" + key).ask(Count::new, LONG));
        }
        return counts.stream().map(CompletableFuture::join).toList();
    }

    /** Others may have told something that is on its way. */
    private void checkAll(Cluster from) {
        Await.until(
                () -> "all have " + told + ": " + counts(from) + log.messages("entities"),
                () -> counts(from).stream().allMatch(count -> count == told),
                LONG);
        assertThat(counters.violations()).isEmpty();
        assertThat(losses).isEmpty();
        if (log.messages(TOO_LARGE).isEmpty()) {
            assertThat(lostStates).isEmpty();
        }
        assertThat(log.messages("hand-over")).isEmpty();
    }

    /** Asks all until shards stay where they are. */
    private void settle() {
        FairShares.await(
                Counters.TYPE.name(),
                clusters,
                () -> assertThat(counts(clusters.getFirst())).hasSize(KEYS),
                LONG);
    }

    @Test
    void shouldCountOnWhenNodesJoin() {
        Cluster first = join();
        tellAll(first);
        checkAll(first);
        Cluster second = join();
        for (int i = 0; i < 10; i++) {
            tellAll(first);
        }
        Await.until("some have moved", () -> !counts(first).isEmpty() && counters.begun() > KEYS);
        tellAll(second);
        checkAll(first);
    }

    @Test
    void shouldCountOnWhenANodeLeaves() {
        Cluster first = join();
        Cluster second = join();
        settle();
        tellAll(first);
        tellAll(second);
        checkAll(first);
        int before = counters.begun();
        assertThat(second.close(LONG).isComplete()).isTrue();
        checkAll(first);
        assertThat(counters.begun()).isGreaterThan(before);
    }

    @Test
    void shouldCountOnThroughARollingRestart() {
        counters = new Counters("x".repeat(10_000));
        join();
        join();
        for (int restart = 0; restart < 2; restart++) {
            tellAll(clusters.getFirst());
            join();
            tellAll(clusters.get(1));
            assertThat(clusters.removeFirst().close(LONG).isComplete()).isTrue();
            tellAll(clusters.getLast());
        }
        checkAll(clusters.getFirst());
        checkAll(clusters.getLast());
    }

    @Test
    void shouldBeginWithoutAStateThatIsTooLarge() {
        counters = new Counters("x".repeat(100_000));
        Cluster first = join();
        Cluster second = join();
        settle(); // a state that moves is lost
        tellAll(first);
        checkAll(first);
        long before = lostStates(second);
        second.close(LONG);

        assertThat(counts(first)).contains(0L, 1L);
        long lost = lostStates(second);
        assertThat(lost).isGreaterThan(before);
        assertThat(log.messages(TOO_LARGE)).isNotEmpty(); // not each of them is logged
        Await.until("each is told", () -> lostStates.size() >= lost);
        assertThat(lostStates)
                .allMatch(loss -> loss.recipient().contains("/" + Counters.TYPE.name() + "/key-")
                        && loss.message().orElseThrow() instanceof Counters.Counted);
    }

    private static long lostStates(Cluster cluster) {
        return cluster.stats().losses().getOrDefault(MessageLoss.Reason.HAND_OVER, 0L);
    }
}
