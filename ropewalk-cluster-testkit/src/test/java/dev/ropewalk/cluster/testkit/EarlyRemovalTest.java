package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that is told before its engine has started that it is no member any more: it can never join. */
@Timeout(60)
class EarlyRemovalTest {
    /** Says so at the earliest moment. */
    private record Hasty(EngineProvider sound) implements EngineProvider {
        @Override
        public String name() {
            return "hasty";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            Engine engine = sound.start(options, scheduler, listener);
            listener.removed("its options differ");
            return engine;
        }
    }

    @Test
    void shouldSayWhyItCannotJoin() {
        try (ActorSystem system = ActorSystem.create("one")) {
            var options = ClusterOptions.defaults("office", Ledgers.CODECS).plaintext(true);
            var engine = new Hasty(SimulatedNetwork.seeded(1).engine());
            assertThatThrownBy(() -> Cluster.join(system, options, engine))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("its options differ");
        }
    }
}
