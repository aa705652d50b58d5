package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A null where none is allowed is refused at once, by the name of the parameter. */
class NullArgumentsTest {
    @Test
    void shouldBeNamed() throws Exception {
        try (Scheduler scheduler = Scheduler.create()) {
            SimulatedNetwork network = SimulatedNetwork.seeded(1);
            ClusterOptions options = Scene.options();
            var listener = new TestNode(new ArrayList<>());
            Engine engine = network.engine().start(options, scheduler, listener);
            new NullArguments()
                    .sample(Node.class, engine.self())
                    .sample(Set.class, Set.of())
                    .sample(Optional.class, Optional.empty())
                    .sample(Duration.class, Duration.ofSeconds(1))
                    .sample(String.class, "account")
                    .sample(byte[].class, new byte[1])
                    .sample(int.class, 1)
                    .sample(ClusterOptions.class, options)
                    .sample(Scheduler.class, scheduler)
                    .sample(EngineListener.class, listener)
                    .sample(FrameTap.class, (from, to, frame, fate) -> {})
                    .statics(SimulatedNetwork.class)
                    .on(SimulatedNetwork.class, network)
                    .on(SimulatedNetworkBuilder.class, SimulatedNetwork.builder())
                    .on(EngineProvider.class, network.engine())
                    .on(Engine.class, engine)
                    .assertAllNamed();
            engine.stop();
        }
    }
}
