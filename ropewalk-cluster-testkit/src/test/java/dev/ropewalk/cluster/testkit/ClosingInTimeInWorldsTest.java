package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterCloseReport;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node closes whose entity doesn't end. */
class ClosingInTimeInWorldsTest {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);
    private static final CodecRegistry CODECS =
            CodecRegistry.builder().register(1, String.class).build();

    private static final class World extends SimulatedNodes {
        private final CompletableFuture<Void> goesOn = new CompletableFuture<>();
        private boolean isPaused;

        World(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
        }

        private Cluster host() {
            Cluster cluster = join(ClusterOptions.defaults("office", CODECS).shards(1));
            var ignored = cluster.host(CLERKS, entity -> message -> {
                isPaused = true;
                entity.actor().pauseUntil(goesOn, (nothing, failure) -> {});
            });
            CompletableFuture<?> ready = cluster.whenReady();
            simulation.runUntil("it is ready", ready::isDone);
            return cluster;
        }

        /** Closes a node whose shards are to go to another one, while its entity waits. */
        void play(Duration timeout) {
            Cluster owner = host();
            host();
            owner.entity(CLERKS, "slow").tell("wait");
            simulation.runUntil("the entity waits", () -> isPaused);
            long begun = simulation.scheduler().nanoTime();
            ClusterCloseReport report = owner.close(timeout);
            assertThat(Duration.ofNanos(simulation.scheduler().nanoTime() - begun))
                    .isLessThanOrEqualTo(timeout);
            assertThat(report.unfinished()).isEqualTo(Map.of("clerk", 1));
            goesOn.complete(null);
            for (Cluster cluster : clusters) {
                ClusterCloseReport _ = cluster.close(LONG);
                assertThat(cluster.system().close(LONG).isComplete()).isTrue();
            }
        }
    }

    /** Telling the others that it goes, and the messages that are left, have a part of its time. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8, 20})
    void shouldLeaveWithinItsTime(int seconds) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3),
                simulation -> new World(simulation).play(Duration.ofSeconds(seconds)));
    }
}
