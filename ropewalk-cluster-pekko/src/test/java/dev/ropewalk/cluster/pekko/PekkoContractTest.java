package dev.ropewalk.cluster.pekko;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.EngineContract;
import dev.ropewalk.cluster.testkit.EngineFixture;
import dev.ropewalk.scheduler.Scheduler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the contract says of large frames, of nodes that leave, of roles, and of types on some nodes. */
class PekkoContractTest {
    private record Fixture(Scheduler scheduler, EngineProvider engine) implements EngineFixture {
        @Override
        public ClusterOptions options(String cluster) {
            return ClusterOptions.defaults(cluster, CodecRegistry.builder().build())
                    .plaintext(true);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {
                "LARGE_FRAMES_GET_THROUGH",
                "LEAVING_ENDS_A_MEMBER",
                "LEAVING_WAITS_FOR_WHAT_IS_LEFT",
                "A_HAND_OFF_WAITS_FOR_THE_OWNER",
                "ROLES_ARE_SEEN",
                "SHARDS_STAY_WITH_THEIR_ROLE",
                "TYPES_MAY_BE_ON_SOME_NODES"
            })
    void shouldKeep(EngineContract rule) {
        try (Scheduler scheduler = Scheduler.create()) {
            rule.check(new Fixture(scheduler, new PekkoEngineProvider()));
        }
    }
}
