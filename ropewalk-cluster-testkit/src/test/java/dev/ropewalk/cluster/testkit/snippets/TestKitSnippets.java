package dev.ropewalk.cluster.testkit.snippets;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.testkit.EngineContract;
import dev.ropewalk.cluster.testkit.EngineFixture;
import dev.ropewalk.cluster.testkit.SimulatedNetwork;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The code that the documentation of the test kit shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class TestKitSnippets {
    abstract EngineFixture fixture();

    void network(ClusterOptions options, Scheduler scheduler, EngineListener ann, EngineListener bob) {
        // @start region="network" :
        SimulatedNetwork network = SimulatedNetwork.seeded(42);
        Engine first = network.engine().start(options, scheduler, ann);
        ClusterOptions joining = options.seeds(List.of(first.self().address()));
        Engine second = network.engine().start(joining, scheduler, bob);

        network.isolate(second.self()); // each sees the other as unreachable, and the split is decided
        network.heal();
        network.kill(second.self());
        // @end
    }

    // @start region="contract" :
    @ParameterizedTest
    @EnumSource
    void shouldKeep(EngineContract rule) {
        rule.check(fixture());
    }
    // @end
}
