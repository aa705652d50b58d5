package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shard moves whose entities have more to handle than there is time for. */
class BacklogInWorldsTest {
    private static final Duration HAND_OFF = Duration.ofSeconds(20);
    private static final int SHARDS = 2;
    private static final List<String> KEYS = List.of("a", "b", "c", "d");
    private static final int BACKLOG = 50;
    private static final long SECOND = 1_000_000_000;
    private static final EntityType<String, String> TYPE = EntityType.of("clerk", String.class, String.class);
    private static final CodecRegistry CODECS =
            CodecRegistry.builder().register(1, String.class).build();

    /** The first node has both shards, until another one comes. */
    private static final class Office extends SimulatedNodes {
        private final Map<String, Integer> alive = new HashMap<>();
        private final Map<String, Integer> handled = new HashMap<>();
        private final List<String> violations = new ArrayList<>();

        Office(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
        }

        private Entities<String, String> host() {
            Cluster cluster = join(
                    ClusterOptions.defaults("office", CODECS).shards(SHARDS).handOffTimeout(HAND_OFF));
            return cluster.host(TYPE, entity -> new Clerk(entity.key()));
        }

        private final class Clerk implements Actor<String> {
            private final String key;

            Clerk(String key) {
                this.key = key;
                if (alive.merge(key, 1, Integer::sum) > 1) {
                    violations.add("two of " + key + " live");
                }
            }

            @Override
            public void receive(String message) {
                handled.merge(key, 1, Integer::sum);
                simulation.scheduler().parkNanos(this, SECOND);
            }

            @Override
            public void postStop() {
                alive.merge(key, -1, Integer::sum);
            }
        }

        /** @param followers how many entities of each key wait for the end of the one that works */
        void play(int followers) {
            Entities<String, String> first = host();
            for (String key : KEYS) {
                for (int i = 0; i < BACKLOG; i++) {
                    var ignored = first.entity(key).tellAsync("work");
                }
            }
            simulation.runUntil("all work", () -> handled.keySet().equals(Set.copyOf(KEYS)));
            for (String key : KEYS) {
                for (int i = 0; i < followers; i++) {
                    var ignored = first.passivate(key);
                    first.entity(key).tell("more work");
                }
            }
            Entities<String, String> other = host();
            simulation.runFor(Duration.ofSeconds(5));
            KEYS.forEach(key -> other.entity(key).tell("work"));
            simulation.runUntil("some live there", () -> !other.activeKeys().isEmpty());
            simulation.runFor(Duration.ofSeconds(2 * BACKLOG));
            assertThat(violations).isEmpty();
            close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldEndBeforeTheNextOneBegins(int followers) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3), simulation -> new Office(simulation).play(followers));
    }
}
