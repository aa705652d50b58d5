package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Order;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Entities that are told that they are done, or are passivated by name, while those that the store had begin by themselves: they don't begin once more. */
class EarlyEndsWorld implements SimulationBody {
    private static final int KEYS = 350;
    private static final int ENDS = 20;

    @Override
    public void run(Simulation simulation) {
        var jobs = new Jobs();
        var store = new MemoryKeys<String>();
        for (int key = 0; key < KEYS; key++) {
            store.add(0, "key-" + key);
        }
        ActorSystem system =
                ActorSystem.builder("office").scheduler(simulation.scheduler()).build();
        Cluster cluster = Cluster.local(system);
        Entities<String, Order> entities = cluster.host(
                Jobs.TYPE,
                EntityOptions.defaults().remembered(String.class, store),
                entity -> jobs.job("here", entity));
        RandomGenerator random = simulation.scheduler().random();
        Set<String> ended = new TreeSet<>();
        for (int i = 0; i < ENDS; i++) {
            simulation.runFor(Duration.ofMillis(random.nextInt(4)));
            String key = "key-" + random.nextInt(KEYS);
            ended.add(key);
            if (random.nextBoolean()) {
                var ignored = entities.entity(key).tellAsync(new Done());
            } else {
                var ignored = entities.passivate(key);
            }
        }
        simulation.runFor(Duration.ofSeconds(10));
        Set<String> left = new TreeSet<>(jobs.alive().keySet());
        assertThat(left)
                .isEqualTo(new TreeSet<>(store.all()))
                .hasSize(KEYS - ended.size())
                .doesNotContainAnyElementsOf(ended);
        assertThat(jobs.violations()).isEmpty();
        var ignored = system.close(Duration.ZERO);
    }
}
