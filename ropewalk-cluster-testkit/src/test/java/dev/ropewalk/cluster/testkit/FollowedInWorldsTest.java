package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Twin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node follows messages until an entity takes them up, and has no memory for that. */
class FollowedInWorldsTest {
    /** Messages that wait until their shard is here, and go to their entity then; and some that come from another node. */
    static final class Beginning implements SimulationBody {
        private static final int TOLD = 5;

        private final Ledgers ledgers = new Ledgers(false);

        @Override
        public void run(Simulation simulation) {
            var nodes = new SimulatedNodes(simulation, SimulatedNetwork.builder());
            tell(nodes);
            simulation.runUntil("all of the first are noted", () -> ledgers.entries() == TOLD);
            tell(nodes);
            simulation.runUntil("all are noted", () -> ledgers.entries() == 2 * TOLD);
            nodes.close();
            assertThat(nodes.losses).isEmpty();
        }

        private void tell(SimulatedNodes nodes) {
            Cluster cluster =
                    nodes.join(ClusterOptions.defaults("shop", Ledgers.CODECS).shards(1));
            var hosted = cluster.host(Ledgers.TYPE, EntityOptions.defaults(), ledgers::ledger);
            assertThat(hosted).isNotNull();
            for (int i = 0; i < TOLD; i++) {
                var ignored = cluster.entity(Ledgers.TYPE, "key")
                        .tellAsync(new Entry(cluster.system().name(), i));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"ShardRoute, goOn", "Drops, follow"})
    void shouldCountNoLossOfWhatHasComeThoughThereIsNoMemoryToFollowIt(String part, String method) throws Exception {
        Class<?> owner = Class.forName("dev.ropewalk.cluster.node." + part);
        var twin = Twin.failing("dev.ropewalk.cluster", owner, method, "whenComplete");
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3),
                simulation -> twin.make(SimulationBody.class, Beginning.class).run(simulation));
    }
}
