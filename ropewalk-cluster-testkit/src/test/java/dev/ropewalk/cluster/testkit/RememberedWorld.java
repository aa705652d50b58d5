package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Work;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Nodes with remembered entities that join, leave, are killed and are cut off, in any order, while entities begin and end, on a store that is slow and fails. Two of a
 * key never live at a time. At rest those live that the store has, on members, without being sent to; and it has all that have answered and weren't told that they are
 * done.
 */
class RememberedWorld implements SimulationBody {
    private static final int MAX_NODES = 5;
    private static final int STEPS = 14;
    private static final int KEYS = 12;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    /** Keys to which calls and answers are on their way for a while. */
    private record SlowKeys(RememberedKeys<String> keys, Scheduler scheduler) implements RememberedKeys<String> {
        @Override
        public CompletionStage<?> add(int shard, String key) {
            return slowly(() -> keys.add(shard, key));
        }

        @Override
        public CompletionStage<?> remove(int shard, String key) {
            return slowly(() -> keys.remove(shard, key));
        }

        @Override
        public CompletionStage<? extends Collection<String>> keys(int shard) {
            return slowly(() -> keys.keys(shard));
        }

        private <T> CompletionStage<T> slowly(Supplier<? extends CompletionStage<? extends T>> call) {
            var answer = new CompletableFuture<T>();
            later(() -> {
                var ignored = call.get()
                        .whenComplete((result, failure) -> later(() -> {
                            if (failure == null) {
                                answer.complete(result);
                            } else {
                                answer.completeExceptionally(failure);
                            }
                        }));
            });
            return answer;
        }

        private void later(Runnable task) {
            var ignored = scheduler.schedule(
                    scheduler.newStrand(),
                    task,
                    Duration.ofMillis(scheduler.random().nextInt(200)));
        }
    }

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final SimulatedNetwork network;
        private final Jobs jobs = new Jobs();
        private final MemoryKeys<String> store = new MemoryKeys<>();
        private final EntityOptions<Object> options;

        /** The keys of those that have answered. */
        private final Set<String> answered = ConcurrentHashMap.newKeySet();

        /** The keys of those that were told that they are done. */
        private final Set<String> done = new TreeSet<>();

        private final List<Cluster> all = new ArrayList<>();

        /** Those that take part, as far as is known. */
        private final List<Cluster> members = new ArrayList<>();

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .rebalanceInterval(Duration.ofMillis(500))
                    .lossRate(random.nextBoolean() ? 0 : 0.2)
                    .build();
            store.faults(() -> switch (random.nextInt(8)) {
                case 0 -> StoreFault.REFUSED;
                case 1 -> StoreFault.DONE_BUT_FAILED;
                default -> StoreFault.NONE;
            });
            options = EntityOptions.defaults().remembered(String.class, new SlowKeys(store, simulation.scheduler()));
        }

        void run() {
            for (int node = 0; node < 3; node++) {
                join();
            }
            for (int step = 0; step < STEPS; step++) {
                step();
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 100 : 5000)));
            }
            network.heal();
            simulation.runFor(Duration.ofMinutes(2));
            check();
            for (Cluster cluster : all) {
                var ignored = cluster.system().close(Duration.ZERO);
            }
        }

        private void join() {
            String name = "node-" + all.size();
            ActorSystem system =
                    ActorSystem.builder(name).scheduler(simulation.scheduler()).build();
            ClusterOptions joining = ClusterOptions.defaults("shop", Jobs.CODECS)
                    .plaintext(true)
                    .shards(4)
                    .joinTimeout(Duration.ofMinutes(5));
            if (!members.isEmpty()) {
                joining = joining.seeds(List.of(members.getFirst().self().address()));
            }
            Cluster cluster = Cluster.join(system, joining, network.engine());
            cluster.host(Jobs.TYPE, options, entity -> jobs.job(name, entity));
            all.add(cluster);
            members.add(cluster);
        }

        private void step() {
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (all.size() < MAX_NODES) {
                        network.heal();
                        simulation.runFor(Duration.ofSeconds(20));
                        join();
                    }
                }
                case 1, 2 -> {
                    if (members.size() > 2) {
                        disturb(members.remove(random.nextInt(members.size())));
                    }
                }
                case 3, 4 -> finish("key-" + random.nextInt(KEYS));
                default -> work();
            }
        }

        private void work() {
            Cluster from = members.get(random.nextInt(members.size()));
            for (int i = 0; i < 4; i++) {
                String key = "key-" + random.nextInt(KEYS);
                var ignored = from.entity(Jobs.TYPE, key)
                        .<String>ask(Work::new, Duration.ofSeconds(30))
                        .thenRun(() -> answered.add(key));
            }
        }

        private void finish(String key) {
            done.add(key);
            Cluster from = members.get(random.nextInt(members.size()));
            var ignored = from.entity(Jobs.TYPE, key).tellAsync(new Done());
        }

        private void disturb(Cluster cluster) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    network.kill(cluster.self());
                    var ignored = cluster.system().close(Duration.ZERO);
                }
                case 1 -> network.isolate(cluster.self());
                default -> simulation.start("leaving", () -> cluster.close(Duration.ofSeconds(20)));
            }
            int before = random.nextInt(20);
            simulation.runFor(Duration.ofSeconds(before));
            work();
            simulation.runFor(Duration.ofSeconds(20 - before)); // or no part may be large enough
        }

        private void check() {
            assertThat(jobs.violations()).isEmpty();
            assertThat(jobs.alive().keySet()).as("those that live").isEqualTo(new TreeSet<>(store.all()));
            Set<String> expected = new TreeSet<>(answered);
            expected.removeAll(done);
            assertThat(jobs.alive().keySet()).containsAll(expected);
            Set<Node> nodes =
                    members.getFirst().members().stream().map(Member::node).collect(Collectors.toSet());
            Set<String> names = all.stream()
                    .filter(cluster -> nodes.contains(cluster.self()))
                    .map(cluster -> cluster.system().name())
                    .collect(Collectors.toSet());
            assertThat(names).containsAll(jobs.alive().values());
        }
    }
}
