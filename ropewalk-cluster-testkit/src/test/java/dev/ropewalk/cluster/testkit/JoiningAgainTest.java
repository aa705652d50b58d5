package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An actor system that joins again, after a failure or while it is in a cluster. */
class JoiningAgainTest {
    private static final EntityType<Long, Long> BOXES = EntityType.of("box", Long.class, Long.class);

    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);
    private final ActorSystem system = ActorSystem.create("one");
    private final ClusterOptions options = ClusterOptions.defaults(
                    "shop", CodecRegistry.builder().register(1, Long.class).build())
            .plaintext(true);

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldBeInOneClusterAtATime() {
        try (Cluster joined = Cluster.join(system, options, network.engine())) {
            assertThat(joined.members()).hasSize(1);
            assertThatIllegalStateException()
                    .isThrownBy(() -> Cluster.join(system, options, network.engine()))
                    .withMessageContaining("the actor system one is in a cluster already");
        }
        for (int i = 0; i < 20; i++) {
            Cluster.join(system, options, network.engine()).close();
        }
    }

    @Test
    void shouldHostItsTypesAtOnceWhenItJoinsAgain() {
        for (int i = 0; i < 50; i++) {
            try (Cluster joined = Cluster.join(system, options, network.engine())) {
                var handled = new CountDownLatch(20);
                joined.host(BOXES, entity -> number -> handled.countDown());
                for (long key = 0; key < 20; key++) {
                    joined.entity(BOXES, key).tell(key);
                }
                Uninterruptibly.await(handled);
            }
        }
    }

    @Test
    void shouldJoinAtOnceAfterFailures() {
        ClusterOptions hopeless =
                options.seeds(List.of(new NodeAddress("nobody", 1))).joinTimeout(Duration.ofMillis(1));
        try (ActorSystem otherSystem = ActorSystem.create("other");
                Cluster other = Cluster.join(otherSystem, options, network.engine())) {
            ClusterOptions taken = options.port(other.self().port());
            for (int i = 0; i < 20; i++) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> Cluster.join(system, hopeless, network.engine()))
                        .withMessageContaining("couldn't be joined");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Cluster.join(system, taken, network.engine()))
                        .withMessageContaining("another node has the address");
            }
        }
        Cluster.join(system, options, network.engine()).close();
    }

    @Test
    void shouldSayThatItWasInterrupted() {
        Thread.currentThread().interrupt();
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Cluster.join(system, options.seeds(List.of(new NodeAddress("nobody", 1))), network.engine()))
                .withMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
