package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A null where none is allowed is refused at once, by the name of the parameter. */
class NullArgumentsTest extends ClusterTests {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);

    @Test
    void shouldBeNamed() throws Exception {
        Entities<String, String> clerks = cluster.host(CLERKS, entity -> message -> {});
        new NullArguments()
                .sample(ActorSystem.class, system)
                .sample(ActorOptions.class, ActorOptions.defaults())
                .sample(Supervision.class, Supervision.restart())
                .sample(Class.class, String.class)
                .sample(EntityType.class, CLERKS)
                .sample(EntityOptions.class, EntityOptions.defaults())
                .sample(EntityFactory.class, entity -> message -> {})
                .sample(Function.class, ignored -> "message")
                .sample(CodecRegistry.class, CodecRegistry.builder().build())
                .sample(
                        ClusterOptions.class,
                        ClusterOptions.defaults("shop", CodecRegistry.builder().build()))
                .sample(EngineProvider.class, new NoEngine())
                .sample(SplitBrain.class, SplitBrain.downAll())
                .sample(LinkOptions.class, LinkOptions.defaults())
                .sample(TlsCertificates.class, TlsCertificates.of(Path.of("a"), Path.of("b"), Path.of("c")))
                .sample(Duration.class, Duration.ofSeconds(1))
                .sample(String.class, "name")
                .sample(Consumer.class, ignored -> {})
                .statics(Cluster.class)
                .on(Cluster.class, cluster)
                .on(Entities.class, clerks)
                .on(EntityRef.class, clerks.entity("ann"))
                .on(
                        ClusterOptions.class,
                        ClusterOptions.defaults("shop", CodecRegistry.builder().build()))
                .on(EntityOptions.class, EntityOptions.defaults())
                .assertAllNamed();
    }

    /** Must not be started. */
    private static final class NoEngine implements EngineProvider {
        @Override
        public String name() {
            return "none";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            throw new AssertionError("started");
        }
    }
}
