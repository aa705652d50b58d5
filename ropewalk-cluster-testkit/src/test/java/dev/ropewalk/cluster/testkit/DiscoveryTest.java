package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Simulated nodes that find each other. */
class DiscoveryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** A node that joins in a thread of its own. */
    private static Cluster[] join(Simulation simulation, SimulatedNetwork network, ClusterOptions options) {
        var joined = new Cluster[1];
        ActorSystem system = ActorSystem.builder("node-" + options.port())
                .scheduler(simulation.scheduler())
                .build();
        simulation.start("join-" + options.port(), () -> joined[0] = Cluster.join(system, options, network.engine()));
        return joined;
    }

    @Test
    void shouldBeOneClusterWhenTheAnswersGrow() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(5), simulation -> {
            List<NodeAddress> listed = new CopyOnWriteArrayList<>();
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .foundingNodes(2)
                    .discovery(self -> {
                        if (listed.isEmpty()) {
                            throw new IOException("nothing is known yet");
                        }
                        return listed;
                    });
            SimulatedNetwork network = SimulatedNetwork.seeded(1);
            List<Cluster[]> nodes = new ArrayList<>();
            for (int port = 1; port <= 3; port++) {
                nodes.add(join(simulation, network, options.port(port)));
                simulation.runFor(SECOND.multipliedBy(2));
                listed.add(new NodeAddress("127.0.0.1", port));
                simulation.runFor(SECOND.multipliedBy(2));
                assertThat(nodes.getFirst()[0] != null).isEqualTo(port >= 2);
            }
            for (Cluster[] node : nodes) {
                assertThat(node[0].members()).extracting(Member::node).hasSize(3);
            }
            for (Cluster[] node : nodes) {
                node[0].close(Duration.ofSeconds(10));
                assertThat(node[0].system().close(Duration.ZERO)).isNotNull();
            }
        });
    }
}
