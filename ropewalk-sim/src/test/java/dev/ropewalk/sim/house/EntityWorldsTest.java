package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterCloseReport;
import dev.ropewalk.cluster.EntityType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Entities in simulations. */
class EntityWorldsTest {
    private static final int MESSAGES = 3;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final EntityType<Integer, Integer> BOXES = EntityType.of("box", Integer.class, Integer.class);

    @Test
    void shouldBeClosedOnceByTwoThreads() {
        Worlds.check(simulation -> {
            ActorSystem system = ActorSystem.builder("world")
                    .scheduler(simulation.scheduler())
                    .build();
            Cluster cluster = Cluster.local(system);
            var handled = new AtomicInteger();
            cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
            for (int i = 0; i < MESSAGES; i++) {
                cluster.entity(BOXES, i).tell(i);
            }
            List<ClusterCloseReport> reports = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Worlds.start(simulation, "closer " + i, () -> reports.add(cluster.close(LONG)));
            }
            simulation.run();
            assertThat(handled).hasValue(MESSAGES);
            assertThat(reports).hasSize(2).allMatch(ClusterCloseReport::isComplete);
            assertThat(reports.getFirst()).isSameAs(reports.getLast());
            assertThat(system.close(LONG).isComplete()).isTrue();
        });
    }
}
