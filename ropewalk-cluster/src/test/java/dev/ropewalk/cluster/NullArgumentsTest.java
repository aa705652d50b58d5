package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.testing.NullArguments;
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
                .statics(Cluster.class)
                .on(Cluster.class, cluster)
                .on(Entities.class, clerks)
                .on(EntityRef.class, clerks.entity("ann"))
                .on(EntityOptions.class, EntityOptions.defaults())
                .assertAllNamed();
    }
}
