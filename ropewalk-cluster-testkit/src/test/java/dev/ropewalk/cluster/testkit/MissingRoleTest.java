package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entities whose role no node has. */
class MissingRoleTest {
    private static final EntityOptions<Object> OPTIONS =
            EntityOptions.defaults().role("books");

    @Test
    void shouldLoseWhatHasWaited() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(3), simulation -> {
            List<MessageLoss> losses = new ArrayList<>();
            var ledgers = new Ledgers(false);
            ActorSystem system = ActorSystem.builder("node")
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .onLoss(losses::add);
            try (var log = new CapturedLog("dev.ropewalk.cluster")) {
                Cluster cluster =
                        Cluster.join(system, options, SimulatedNetwork.seeded(1).engine());
                cluster.host(Ledgers.TYPE, OPTIONS, ledgers::ledger);
                cluster.entity(Ledgers.TYPE, "key").tell(new Ledgers.Entry("sender", 0));
                simulation.runFor(Duration.ofSeconds(10));
                assertThat(losses).isEmpty();
                simulation.runFor(Duration.ofSeconds(20));
                assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.NO_PLACE);
                assertThat(losses).extracting(MessageLoss::recipient).containsExactly("/node/ledger/key");
                assertThat(log.messages("no node is up that has the role 'books'"))
                        .isNotEmpty();
                cluster.close(Duration.ofSeconds(10));
            }
            assertThat(ledgers.begun()).isZero();
            assertThat(system.close(Duration.ZERO)).isNotNull();
        });
    }

    @Test
    void shouldNameASingletonAsUsersDo() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(1), simulation -> {
            ActorSystem system = ActorSystem.builder("node")
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options =
                    ClusterOptions.defaults("shop", Ledgers.CODECS).plaintext(true);
            try (var log = new CapturedLog("dev.ropewalk.cluster")) {
                Cluster cluster =
                        Cluster.join(system, options, SimulatedNetwork.seeded(1).engine());
                cluster.host(Ledgers.TYPE, OPTIONS, new Ledgers(false)::ledger);
                assertThat(cluster.singleton("clerk", Ledgers.Command.class, OPTIONS, context -> command -> {}))
                        .isNotNull();
                simulation.runFor(Duration.ofSeconds(20));
                assertThat(log.messages("isn't ready: no way to entities of 'ledger' is found: "))
                        .hasSize(1);
                assertThat(log.messages("isn't ready: no way to singleton 'clerk' is found: "))
                        .hasSize(1);
                cluster.close(Duration.ofSeconds(10));
            }
            assertThat(system.close(Duration.ZERO)).isNotNull();
        });
    }

    @Test
    void shouldNotHoldUpANodeThatLeaves() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(3), simulation -> {
            List<MessageLoss> losses = new ArrayList<>();
            ActorSystem system = ActorSystem.builder("node")
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .onLoss(losses::add);
            SimulatedNetwork network = SimulatedNetwork.seeded(1);
            Cluster other = Cluster.join(
                    ActorSystem.builder("other")
                            .scheduler(simulation.scheduler())
                            .build(),
                    options,
                    network.engine());
            Cluster cluster =
                    Cluster.join(system, options.seeds(List.of(other.self().address())), network.engine());
            cluster.host(Ledgers.TYPE, OPTIONS, new Ledgers(false)::ledger);
            cluster.entity(Ledgers.TYPE, "key").tell(new Ledgers.Entry("sender", 0));
            long begin = simulation.scheduler().nanoTime();
            cluster.close(Duration.ofSeconds(60));
            assertThat(Duration.ofNanos(simulation.scheduler().nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(10));
            assertThat(losses).hasSize(1);
            other.close(Duration.ofSeconds(10));
            assertThat(system.close(Duration.ZERO)).isNotNull();
            assertThat(other.system().close(Duration.ZERO)).isNotNull();
        });
    }
}
