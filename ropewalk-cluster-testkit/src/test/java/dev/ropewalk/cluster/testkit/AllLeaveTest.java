package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.testkit.Receipts.Deed;
import dev.ropewalk.cluster.testkit.Receipts.Order;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** All nodes leave at a time, while messages and states wait for shards that nobody will own: they don't wait for each other, also if their engine tells that a node leaves only when that has sent what it holds. */
class AllLeaveTest {
    private static final int NODES = 3;
    private static final int KEYS = 20;

    /** Tells of a node that leaves as if it stayed. */
    private record SilentEngine(EngineProvider sound) implements EngineProvider {
        @Override
        public String name() {
            return "silent";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            return sound.start(options, scheduler, new Silent(listener));
        }
    }

    private record Silent(EngineListener listener) implements EngineListener {
        @Override
        public void members(List<Member> members) {
            listener.members(members.stream()
                    .map(member -> member.status() == MemberStatus.LEAVING
                            ? new Member(member.node(), MemberStatus.UP, member.isReachable(), member.roles())
                            : member)
                    .toList());
        }

        @Override
        public void received(Node from, byte[] frame) {
            listener.received(from, frame);
        }

        @Override
        public void shardAssigned(String type, int shard) {
            listener.shardAssigned(type, shard);
        }

        @Override
        public CompletionStage<Void> shardRevoked(String type, int shard) {
            return listener.shardRevoked(type, shard);
        }

        @Override
        public CompletionStage<Void> shardsLeft() {
            return listener.shardsLeft();
        }

        @Override
        public void removed(String reason) {
            listener.removed(reason);
        }
    }

    private static EngineProvider silentEngine(Simulation simulation) {
        return new SilentEngine(SimulatedNetwork.builder()
                .seed(simulation.scheduler().random().nextLong())
                .build()
                .engine());
    }

    private static Cluster join(
            Simulation simulation,
            EngineProvider engine,
            CodecRegistry codecs,
            List<Cluster> before,
            List<MessageLoss> losses) {
        ActorSystem system = ActorSystem.builder("node-" + before.size())
                .scheduler(simulation.scheduler())
                .build();
        ClusterOptions options = ClusterOptions.defaults("shop", codecs)
                .plaintext(true)
                .shards(12)
                .onLoss(losses::add)
                .seeds(before.stream()
                        .limit(1)
                        .map(first -> first.self().address())
                        .toList());
        return Cluster.join(system, options, engine);
    }

    @Test
    void shouldNotWaitForEachOther() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(20), simulation -> {
            EngineProvider engine = silentEngine(simulation);
            var receipts = new Receipts();
            List<MessageLoss> losses = new ArrayList<>();
            List<Cluster> clusters = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                Cluster cluster = join(simulation, engine, Receipts.CODECS, clusters, losses);
                clusters.add(cluster);
                assertThat(cluster.host(Receipts.TYPE, receipts::shop)).isNotNull();
            }
            CompletableFuture<Void> goOn = receipts.hold();
            for (int key = 0; key < KEYS; key++) {
                clusters.getFirst().entity(Receipts.TYPE, "key-" + key).tell(new Order("sender", 0, Deed.NOTHING));
            }
            simulation.runUntil("all have begun", () -> receipts.begun() == KEYS);
            long begin = simulation.scheduler().nanoTime();
            List<Thread> leaving = clusters.stream()
                    .map(cluster -> simulation.start("leaving", () -> cluster.close(Duration.ofMinutes(1))))
                    .toList();
            simulation.runFor(Duration.ofSeconds(1));
            for (Cluster cluster : clusters) {
                for (int key = 0; key < KEYS; key++) {
                    cluster.entity(Receipts.TYPE, "key-" + key).tell(new Order("late", 0, Deed.NOTHING));
                }
            }
            goOn.complete(null);
            simulation.runUntil("all have left", () -> leaving.stream().noneMatch(Thread::isAlive));
            assertThat(Duration.ofNanos(simulation.scheduler().nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(10));
            for (Cluster cluster : clusters) {
                assertThat(cluster.system().close(Duration.ZERO)).isNotNull();
            }
        });
    }

    @Test
    void shouldNotKeepStatesForEachOther() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(20), simulation -> {
            EngineProvider engine = silentEngine(simulation);
            var counters = new Counters("");
            List<Cluster> clusters = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                Cluster cluster = join(simulation, engine, Counters.CODECS, clusters, new ArrayList<>());
                clusters.add(cluster);
                assertThat(cluster.host(Counters.TYPE, Counters.OPTIONS, counters::counter))
                        .isNotNull();
            }
            for (int key = 0; key < KEYS; key++) {
                clusters.getFirst().entity(Counters.TYPE, "key-" + key).tell(new Counters.Add());
            }
            simulation.runUntil("all have begun", () -> counters.begun() == KEYS);
            long begin = simulation.scheduler().nanoTime();
            List<Thread> leaving = clusters.stream()
                    .map(cluster -> simulation.start("leaving", () -> cluster.close(Duration.ofMinutes(1))))
                    .toList();
            simulation.runUntil("all have left", () -> leaving.stream().noneMatch(Thread::isAlive));
            assertThat(Duration.ofNanos(simulation.scheduler().nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(10));
            for (Cluster cluster : clusters) {
                assertThat(cluster.system().close(Duration.ZERO)).isNotNull();
            }
        });
    }
}
