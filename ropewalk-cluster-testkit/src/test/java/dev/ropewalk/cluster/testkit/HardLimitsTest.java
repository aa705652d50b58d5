package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys, times and code of users that nodes have to withstand. */
@Timeout(120)
class HardLimitsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Tags.class)
            .build();

    /** Two that are equal may be other bytes. */
    record Tags(Set<String> tags) {}

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final SimulatedNetwork network =
            SimulatedNetwork.builder().rebalanceInterval(Duration.ofMillis(100)).build();
    private final List<Cluster> nodes = new ArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private Cluster join(Duration handOffTimeout) {
        ClusterOptions options = ClusterOptions.defaults("office", CODECS)
                .plaintext(true)
                .shards(2)
                .handOffTimeout(handOffTimeout)
                .seeds(nodes.stream()
                        .limit(1)
                        .map(first -> first.self().address())
                        .toList());
        Cluster joined = Cluster.join(ActorSystem.create("office" + nodes.size()), options, network.engine());
        nodes.add(joined);
        return joined;
    }

    private static Cluster host(Cluster node, EntityFactory<String, String> factory) {
        var ignored = node.host(CLERKS, factory);
        return node;
    }

    private static TypeStats typeStats(Cluster node) {
        return Objects.requireNonNull(node.stats().types().get("clerk"));
    }

    @AfterEach
    void close() {
        goOn.countDown();
        nodes.reversed().forEach(node -> {
            node.close(LONG);
            node.system().close();
        });
        log.close();
    }

    @Test
    void shouldRefuseKeysThatAreManyBytes() {
        Cluster node = join(LONG);
        assertThatThrownBy(() -> node.host(EntityType.of("shelf", Tags.class, String.class), entity -> message -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shelf")
                .hasMessageContaining("HardLimitsTest$Tags")
                .hasMessageContaining("a set");
    }

    @Test
    void shouldMoveShardsThoughTheirTimeHasNoEnd() {
        Cluster first = host(join(Duration.ofSeconds(Long.MAX_VALUE)), entity -> message -> {});
        for (int key = 0; key < 20; key++) {
            first.entity(CLERKS, "" + key).tell("begin");
        }
        Await.until("all live there", () -> typeStats(first).entities().active() == 20);
        host(join(Duration.ofSeconds(Long.MAX_VALUE)), entity -> message -> {});
        Await.until("a shard has left", () -> typeStats(first).handedOver() == 1);
    }

    @Test
    void shouldWarnOfEntitiesThatDoNotEnd() {
        Cluster first = host(
                join(Duration.ofMillis(200)),
                entity -> message -> entity.actor().scheduler().blocking(() -> goOn.await(1, TimeUnit.MINUTES)));
        for (int key = 0; key < 20; key++) {
            first.entity(CLERKS, "" + key).tell("wait");
        }
        Await.until("all live there", () -> typeStats(first).entities().active() == 20);
        host(join(Duration.ofMillis(200)), entity -> message -> {});
        Await.until("it is logged", () -> !log.messages("haven't ended").isEmpty());
        assertThat(log.messages("haven't ended").getFirst())
                .contains("entities of 'clerk' that are to move haven't ended within PT0.2S");
    }

    @Test
    void shouldTellOfTheEndWhereUsersMayWait() throws Exception {
        Cluster node = join(LONG);
        CompletableFuture<Void> closedInside = node.removal().thenAccept(reason -> node.close(LONG));
        CompletableFuture<Boolean> closed =
                CompletableFuture.supplyAsync(() -> node.close(LONG).isComplete());
        closedInside.get(20, TimeUnit.SECONDS);
        assertThat(closed.get(20, TimeUnit.SECONDS)).isTrue();
    }

    /** What is thrown, and can't say so. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void shouldGoOnAfterAnExceptionWithoutText() {
        EntityFactory<String, String> clerks = entity -> message -> {
            if (message.equals("bad")) {
                throw new Unspeakable();
            }
        };
        host(join(LONG), clerks);
        host(join(LONG), clerks);
        for (Cluster node : nodes) {
            for (int key = 0; key < 4; key++) {
                ReliableRef<String, String> clerk =
                        node.entity(CLERKS, "" + key).reliable();
                CompletableFuture<Void> bad = clerk.deliver("bad");
                assertThat(clerk.deliver("good")).succeedsWithin(Duration.ofSeconds(30));
                assertThat(bad)
                        .failsWithin(Duration.ofSeconds(30))
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(EntityFailedException.class)
                        .withMessageContaining("HardLimitsTest$Unspeakable");
            }
        }
    }
}
