package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;

/** The simulated engine as the contract's checks need it. */
record SimulatedFixture(SimulatedNetwork network, Scheduler scheduler) implements EngineFixture {
    private static final CodecRegistry CODECS = CodecRegistry.builder().build();

    /** Returns one whose network notices and balances soon. */
    static SimulatedFixture of(SimulatedNetworkBuilder network, Scheduler scheduler) {
        return new SimulatedFixture(
                network.detectionTime(Duration.ofMillis(300))
                        .rebalanceInterval(Duration.ofMillis(200))
                        .build(),
                scheduler);
    }

    @Override
    public EngineProvider engine() {
        return network.engine();
    }

    @Override
    public ClusterOptions options(String cluster) {
        return ClusterOptions.defaults(cluster, CODECS).plaintext(true);
    }

    @Override
    public boolean canIsolate() {
        return true;
    }

    @Override
    public void isolate(Node node) {
        network.isolate(node);
    }
}
