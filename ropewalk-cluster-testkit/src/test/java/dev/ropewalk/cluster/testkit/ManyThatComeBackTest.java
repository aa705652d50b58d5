package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More messages than control records may wait come to a node when it has given their shard up: they come back, and none is lost. */
class ManyThatComeBackTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int MESSAGES = 70_000;
    private static final long MAX_STEPS = 20_000_000;
    private static final LinkOptions WINDOW = new LinkOptions(1 << 18, 64 << 20);

    private final SimulatedNetwork network = SimulatedNetwork.builder().seed(1).build();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<MessageLoss> losses = new ArrayList<>();
    private final Ledgers ledgers = new Ledgers(false);

    private Cluster join(Simulation simulation) {
        ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                .scheduler(simulation.scheduler())
                .build();
        ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                .plaintext(true)
                .shards(1)
                .link(WINDOW)
                .seeds(clusters.stream()
                        .limit(1)
                        .map(first -> first.self().address())
                        .toList())
                .onLoss(losses::add);
        Cluster cluster = Cluster.join(system, options, network.engine());
        clusters.add(cluster);
        var ignored = cluster.host(Ledgers.TYPE, EntityOptions.defaults().passivateIdle(false), ledgers::ledger);
        return cluster;
    }

    private void play(Simulation simulation) {
        Cluster owner = join(simulation);
        owner.entity(Ledgers.TYPE, "key").tell(new Entry("owner", 0));
        Cluster sender = join(simulation);
        EntityRef<String, Command> entity = sender.entity(Ledgers.TYPE, "key");
        entity.tell(new Entry("sender", 0));
        simulation.runUntil("both are noted", () -> ledgers.entries() == 2);

        network.hold(sender.self(), owner.self());
        for (int i = 1; i < MESSAGES; i++) {
            entity.tell(new Entry("sender", i));
        }
        Thread leaving = simulation.start("leaving", () -> owner.close(LONG));
        simulation.runFor(Duration.ofSeconds(1));
        network.letGo(sender.self(), owner.self());
        simulation.runUntil("all is noted", () -> ledgers.entries() == MESSAGES + 1);
        simulation.runUntil("the owner has left", () -> !leaving.isAlive());
        assertThat(ledgers.violations()).isEmpty();
        assertThat(losses).isEmpty();
        assertThat(sender.close(LONG).isComplete()).isTrue();
        for (Cluster cluster : clusters) {
            assertThat(cluster.system().close(LONG).isComplete()).isTrue();
        }
    }

    @Test
    void shouldLoseNone() {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(1).maxSteps(MAX_STEPS),
                simulation -> new ManyThatComeBackTest().play(simulation));
    }
}
