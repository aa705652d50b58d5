package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Work;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A node whose store doesn't answer while one of its shards moves. The next owner begins the entities that the store has, after the time for that; what the node before
 * hadn't asked its store by then it never does.
 */
class SilentStoreWorld implements SimulationBody {
    private static final int KEYS = 300;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryKeys<String> store = new MemoryKeys<>();
    private final Jobs jobs = new Jobs();

    /** The calls that the store has had of a node, and hasn't done. */
    private final Queue<Runnable> silent = new ConcurrentLinkedQueue<>();

    private boolean isSilent;

    /** The store as the first node sees it. */
    private final class Silent implements RememberedKeys<String> {
        @Override
        public CompletionStage<?> add(int shard, String key) {
            return store.add(shard, key);
        }

        @Override
        public CompletionStage<?> remove(int shard, String key) {
            if (!isSilent) {
                return store.remove(shard, key);
            }
            var answer = new CompletableFuture<Object>();
            silent.add(() -> {
                var ignored = store.remove(shard, key).thenAccept(answer::complete);
                answer.complete(key);
            });
            return answer;
        }

        @Override
        public CompletionStage<? extends Collection<String>> keys(int shard) {
            return store.keys(shard);
        }
    }

    @Override
    public void run(Simulation simulation) {
        SimulatedNetwork network = SimulatedNetwork.builder()
                .seed(simulation.scheduler().random().nextLong())
                .rebalanceInterval(Duration.ofMillis(500))
                .build();
        Cluster first = join(simulation, network, List.of(), new Silent());
        for (int key = 0; key < KEYS; key++) {
            var ignored = first.entity(Jobs.TYPE, "key-" + key).<String>ask(Work::new, LONG);
        }
        simulation.runFor(LONG);
        assertThat(store.all()).hasSize(KEYS);
        isSilent = true;
        for (int key = 0; key < KEYS; key++) {
            var ignored = first.entity(Jobs.TYPE, "key-" + key).tellAsync(new Done());
        }
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(silent).hasSize(64);
        Cluster second = join(simulation, network, List.of(first), store);
        simulation.runFor(Duration.ofMinutes(3));
        Set<String> moved = new TreeSet<>(jobs.alive().keySet());
        assertThat(moved).isNotEmpty();
        isSilent = false;
        List<Runnable> late = List.copyOf(silent);
        silent.clear();
        late.forEach(Runnable::run);
        simulation.runFor(LONG);
        Set<String> undone = new TreeSet<>(moved);
        undone.removeAll(store.all());
        assertThat(undone).as("what the store has done late").hasSizeLessThanOrEqualTo(64);
        assertThat(store.all())
                .as("those whose shard hasn't moved are forgotten")
                .isSubsetOf(moved);
        assertThat(jobs.violations()).isEmpty();
        var ignored = second.system().close(Duration.ZERO);
        ignored = first.system().close(Duration.ZERO);
    }

    private Cluster join(
            Simulation simulation, SimulatedNetwork network, List<Cluster> seeds, RememberedKeys<String> keys) {
        String name = "node-" + seeds.size();
        ActorSystem system =
                ActorSystem.builder(name).scheduler(simulation.scheduler()).build();
        ClusterOptions options = ClusterOptions.defaults("shop", Jobs.CODECS)
                .plaintext(true)
                .shards(2)
                .joinTimeout(Duration.ofMinutes(5));
        if (!seeds.isEmpty()) {
            options = options.seeds(List.of(seeds.getFirst().self().address()));
        }
        Cluster cluster = Cluster.join(system, options, network.engine());
        cluster.host(
                Jobs.TYPE, EntityOptions.defaults().remembered(String.class, keys), entity -> jobs.job(name, entity));
        return cluster;
    }
}
