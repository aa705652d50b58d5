package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Entities in simulations. */
class EntityWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(100, 500));
    private static final SimulationOptions OPTIONS = SimulationOptions.defaults()
            .seed(Long.getLong("ropewalk.sim.seed", 1))
            .strategy(Strategy.portfolio())
            .runs(RUNS);
    private static final int MESSAGES = 3;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final EntityType<Integer, Integer> BOXES = EntityType.of("box", Integer.class, Integer.class);

    @Test
    void shouldBeClosedOnceByTwoThreads() {
        var ignored = Simulations.check(OPTIONS, simulation -> {
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
                simulation.start("closer " + i, () -> reports.add(cluster.close(LONG)));
            }
            simulation.run();
            assertThat(handled).hasValue(MESSAGES);
            assertThat(reports).hasSize(2).allMatch(ClusterCloseReport::isComplete);
            assertThat(reports.getFirst()).isSameAs(reports.getLast());
            assertThat(system.close(LONG).isComplete()).isTrue();
        });
    }
}
