package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node leaves that is the last one for entities which hand their state over, and sends much to others that stay. */
class LastOwnerInWorldsTest {
    private static final EntityType<String, Long> NOTES = EntityType.of("notes", String.class, Long.class);
    private static final long PAUSE = 500_000;

    private static final class Shop extends SimulatedNodes {
        private final Counters counters = new Counters("");
        private final Set<Object> noted = new HashSet<>();

        Shop(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
        }

        private Cluster join(String role) {
            Cluster cluster = join(
                    ClusterOptions.defaults("shop", Counters.CODECS).shards(1).roles(Set.of(role)));
            assertThat(cluster.host(Counters.TYPE, Counters.OPTIONS.role("books"), counters::counter))
                    .isNotNull();
            assertThat(cluster.host(NOTES, EntityOptions.defaults().role("desk"), this::notes))
                    .isNotNull();
            return cluster;
        }

        private Actor<Long> notes(EntityContext<String, Long> entity) {
            return noted::add;
        }

        void play(Duration time) {
            join("desk");
            Cluster last = join("books");
            last.entity(Counters.TYPE, "key").tell(new Counters.Add());
            simulation.runUntil("it has begun", () -> counters.begun() == 1);
            Thread leaving = simulation.start("leaving", () -> {
                simulation.scheduler().parkNanos(this, PAUSE);
                assertThat(last.close(time).isComplete()).isTrue();
            });
            for (long number = 0; leaving.isAlive(); number++) {
                last.entity(NOTES, "key").tell(number);
                simulation.runFor(Duration.ofNanos(PAUSE));
            }
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(losses)
                    .filteredOn(loss -> loss.reason() == Reason.HAND_OVER)
                    .extracting(MessageLoss::recipient)
                    .isEqualTo(List.of("/node-1/counter/key"));
            assertThat(losses)
                    .filteredOn(loss -> loss.reason() != Reason.HAND_OVER)
                    .as("what is told when it may not send any more")
                    .allMatch(loss -> loss.reason() == Reason.CLOSED)
                    .noneMatch(loss -> noted.contains(loss.message().orElseThrow()));
            clusters.remove(last);
            close();
        }
    }

    /** It waits for another owner first, in vain; for as long as {@code handOffTimeout} if it has much time. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100})
    void shouldHaveTimeForWhatItHasSent(int seconds) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3),
                simulation -> new Shop(simulation).play(Duration.ofSeconds(seconds)));
    }
}
