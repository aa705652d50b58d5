package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Twin;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A shard comes or goes, and there is no memory to wake what waits for it. */
class UnwokenInWorldsTest {
    /** A singleton and an entity move, for which a message waits. */
    static final class Moving implements SimulationBody {
        private final Ledgers ledgers = new Ledgers(false);
        private int begun;

        @Override
        public void run(Simulation simulation) {
            var nodes = new SimulatedNodes(simulation, SimulatedNetwork.builder());
            Cluster first = join(nodes);
            first.entity(Ledgers.TYPE, "key").tell(new Entry("sender", 0));
            simulation.runUntil("the first have begun", () -> ledgers.entries() == 1 && begun == 1);
            Cluster second = join(nodes);
            assertThat(first.close(Duration.ofMinutes(2)).isComplete()).isTrue();
            second.entity(Ledgers.TYPE, "key").tell(new Entry("sender", 1));
            simulation.runUntil("the next ones have begun", () -> ledgers.entries() == 2 && begun == 2);
            nodes.close();
            assertThat(nodes.losses).isEmpty();
            assertThat(ledgers.violations()).isEmpty();
        }

        private Cluster join(SimulatedNodes nodes) {
            Cluster cluster =
                    nodes.join(ClusterOptions.defaults("shop", Ledgers.CODECS).shards(1));
            var hosted = cluster.host(Ledgers.TYPE, EntityOptions.defaults(), ledgers::ledger);
            var clerk = cluster.singleton("clerk", Command.class, context -> {
                begun++;
                return command -> {};
            });
            assertThat(hosted).isNotNull();
            assertThat(clerk).isNotNull();
            return cluster;
        }
    }

    @Test
    void shouldBeginAndEndAllTheSame() throws Exception {
        Class<?> owner = Class.forName("dev.ropewalk.cluster.node.ShardRoute");
        var twin = Twin.failing("dev.ropewalk.cluster", owner, "wakeOrLater", "wake");
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3),
                simulation -> twin.make(SimulationBody.class, Moving.class).run(simulation));
    }
}
