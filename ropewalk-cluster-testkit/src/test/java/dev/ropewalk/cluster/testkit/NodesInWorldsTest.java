package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.cluster.testkit.Ledgers.Next;
import dev.ropewalk.cluster.testkit.Ledgers.Total;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Nodes whose network loses frames, is cut and heals, and that join, leave and are killed: what is promised of messages holds, in each of many worlds. */
class NodesInWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(20, 200));
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 4;
    private static final int SHARDS = 4;

    /** A cluster in a world. */
    private static final class Play {
        private final Simulation simulation;
        private final SimulatedNetwork network;
        private final Ledgers ledgers;
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<ActorSystem> systems = new ArrayList<>();
        private final List<MessageLoss> losses = new ArrayList<>();
        private final long[] told = new long[8];
        private LinkOptions link = LinkOptions.defaults();

        Play(Simulation simulation, SimulatedNetwork network, boolean mayMiss) {
            this.simulation = simulation;
            this.network = network;
            this.ledgers = new Ledgers(mayMiss);
        }

        Cluster join() {
            return join(options -> options);
        }

        /** Starts a node at the address of one that was closed. */
        Cluster joinAt(NodeAddress address) {
            return join(options -> options.host(address.host()).port(address.port()));
        }

        private Cluster join(UnaryOperator<ClusterOptions> place) {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .shards(SHARDS)
                    .link(link)
                    .onLoss(losses::add);
            List<NodeAddress> seeds = clusters.stream()
                    .filter(cluster -> !cluster.removal().isDone())
                    .map(cluster -> cluster.self().address())
                    .toList();
            Cluster cluster = Cluster.join(system, place.apply(options.seeds(seeds)), network.engine());
            clusters.add(cluster);
            cluster.host(Ledgers.TYPE, EntityOptions.defaults().passivateIdle(false), ledgers::ledger);
            return cluster;
        }

        /** Has a node tell each key some entries more. */
        void tell(int node, int entries) {
            tell(node, node, entries);
        }

        /** Has one of several senders of a node do so. */
        void tell(int node, int sender, int entries) {
            Cluster from = clusters.get(node);
            for (int i = 0; i < entries; i++) {
                for (int key = 0; key < KEYS; key++) {
                    EntityRef<String, Command> ref = from.entity(Ledgers.TYPE, "key-" + key);
                    ref.tell(new Entry("sender-" + sender, told[sender]));
                }
                told[sender]++;
            }
        }

        long toldByAll() {
            long sum = 0;
            for (long entries : told) {
                sum += entries * KEYS;
            }
            return sum;
        }

        void close() {
            for (Cluster cluster : clusters.reversed()) {
                var ignored = cluster.close(LONG);
            }
            for (ActorSystem system : systems) {
                var ignored = system.close(LONG);
            }
        }
    }

    private static void play(boolean mayMiss, UnaryOperator<SimulatedNetworkBuilder> settings, Consumer<Play> body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> {
                    long seed = simulation.scheduler().random().nextLong();
                    var play = new Play(
                            simulation,
                            settings.apply(SimulatedNetwork.builder().seed(seed))
                                    .build(),
                            mayMiss);
                    body.accept(play);
                    assertThat(play.ledgers.violations()).isEmpty();
                });
    }

    @Test
    void shouldLoseNothingWhenShardsMoveInAnyOrder() {
        play(false, network -> network, play -> {
            play.join();
            play.join();
            play.tell(0, 3);
            play.simulation.start("other", () -> play.tell(1, 6));
            Cluster third = play.join();
            tellWhileShardsMove(play);
            play.simulation.start("leaving", () -> third.close(LONG));
            tellWhileShardsMove(play);
            play.simulation.runUntil("all is noted", () -> play.ledgers.entries() == play.toldByAll());
            assertThat(play.losses).isEmpty();
            play.close();
        });
    }

    @Test
    void shouldKeepTheOrderOfEachSender() {
        var ignored = Simulations.check(
                SimulationOptions.defaults().strategy(Strategy.portfolio()).runs(RUNS), new OrderWorld());
    }

    @Test
    void shouldLoseNothingInARollingRestart() {
        play(false, network -> network, play -> {
            play.link = LinkOptions.defaults().windowMessages(16); // so small that outlets hold messages
            play.join();
            play.join();
            play.join();
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                for (int i = 0; i < 20; i++) {
                    play.tell(node, 1);
                    play.tell(node + 1, 1);
                    play.simulation.runFor(Duration.ofMillis(1));
                }
                Cluster old = play.clusters.get(node);
                for (int key = 0; key < KEYS; key++) {
                    answers.add(old.entity(Ledgers.TYPE, "key-" + key).ask(Total::new, LONG));
                }
                play.tell(node, 20);
                assertThat(old.close(LONG).isComplete()).isTrue();
                play.joinAt(old.self().address());
            }
            play.simulation.runUntil("all is noted", () -> play.ledgers.entries() == play.toldByAll());
            assertThat(answers).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
            assertThat(play.losses).isEmpty();
            play.close();
        });
    }

    @Test
    void shouldWaitForTheAnswersToItsQuestionsBeforeItLeaves() {
        play(false, network -> network, play -> {
            play.join();
            Cluster second = play.join();
            play.tell(0, 1);
            play.simulation.runFor(Duration.ofSeconds(5));
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                answers.add(second.entity(Ledgers.TYPE, "key-" + key).ask(Next::new, LONG));
            }
            play.simulation.runFor(Duration.ofSeconds(1));
            play.simulation.start("leaving", () -> second.close(LONG));
            play.simulation.runFor(Duration.ofSeconds(2));
            assertThat(second.removal()).isNotDone();
            play.tell(0, 1);
            play.simulation.runUntil("it has left", () -> second.removal().isDone());
            assertThat(answers.stream().filter(answer -> answer.isDone() && !answer.isCompletedExceptionally()))
                    .as("those of entities that have stayed")
                    .isNotEmpty();
            assertThat(play.losses).isEmpty();
            play.close();
        });
    }

    @Test
    void shouldDeliverOrCountEachMessageOfANodeThatIsClosed() {
        play(false, network -> network, play -> {
            long told = closeWhileSending(play, LONG);
            play.simulation.runUntil(
                    "each is noted or lost", () -> play.ledgers.entries() + play.losses.size() == told);
            assertThat(play.losses).allMatch(loss -> loss.reason() == MessageLoss.Reason.CLOSED);
            play.close();
        });
    }

    @Test
    void shouldDeliverOrCountEachMessageOfANodeThatHasNoTimeToLeave() {
        play(true, network -> network, play -> {
            long told = closeWhileSending(play, Duration.ZERO);
            play.simulation.runUntil(
                    "each is noted or lost, or both", () -> play.ledgers.entries() + play.losses.size() >= told);
            play.close();
        });
    }

    /** Has several senders of a node send before and after it is closed; returns how many entries they send. */
    private static long closeWhileSending(Play play, Duration timeout) {
        play.join();
        play.join();
        play.tell(1, 1);
        List<Thread> senders = new ArrayList<>();
        for (int sender = 2; sender < 5; sender++) {
            int name = sender;
            senders.add(play.simulation.start("sender-" + sender, () -> {
                for (int i = 0; i < 20; i++) {
                    play.tell(1, name, 1);
                    play.simulation.scheduler().parkNanos(play, 10_000_000);
                }
            }));
        }
        play.simulation.runFor(Duration.ofMillis(50));
        var ignored = play.clusters.get(1).close(timeout);
        play.simulation.runUntil("all are told", () -> senders.stream().noneMatch(Thread::isAlive));
        return play.toldByAll();
    }

    /** So often that some messages are on their way to an owner that gives its shard up. */
    private static void tellWhileShardsMove(Play play) {
        for (int i = 0; i < 1000; i++) {
            play.tell(0, 1);
            play.simulation.runFor(Duration.ofMillis(2));
        }
    }

    @Test
    void shouldCountEachLossOfANetworkThatLosesFrames() {
        play(true, network -> network.lossRate(0.2), play -> {
            play.join();
            play.join();
            play.join();
            for (int round = 0; round < 4; round++) {
                play.tell(0, 2);
                play.tell(1, 2);
                play.simulation.runFor(Duration.ofMillis(500));
            }
            play.simulation.runUntil(
                    "each is noted or lost", () -> play.ledgers.entries() + play.losses.size() == play.toldByAll());
            assertThat(play.losses).allMatch(loss -> loss.reason() == MessageLoss.Reason.LINK);
            play.clusters.forEach(
                    cluster -> assertThat(cluster.stats().links().values()).allMatch(NodesInWorldsTest::fits));
            play.close();
        });
    }

    private static boolean fits(LinkStats link) {
        return link.sent() == link.acknowledged() + link.inFlight() + link.lost();
    }

    @Test
    void shouldAnswerOrFailEachQuestionThoughANodeIsKilled() {
        play(true, network -> network, play -> {
            play.join();
            play.join();
            Cluster third = play.join();
            play.tell(0, 1);
            play.simulation.runFor(Duration.ofSeconds(2));
            List<CompletableFuture<Long>> answers = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                answers.add(play.clusters
                        .getFirst()
                        .entity(Ledgers.TYPE, "key-" + key)
                        .ask(Total::new, LONG));
            }
            play.network.kill(third.self());
            Duration killed = play.simulation.time();
            play.simulation.runUntil("each is answered", () -> answers.stream().allMatch(CompletableFuture::isDone));
            Duration waited = play.simulation.time().minus(killed);
            assertThat(waited).as("before the questions' own time is up").isLessThan(LONG.dividedBy(2));
            play.simulation.runFor(LONG);
            assertThat(play.clusters.getFirst().members()).hasSize(2);
        });
    }

    @Test
    void shouldNotHaveTwoOfAKeyWhenTheNetworkIsCut() {
        play(true, network -> network, play -> {
            play.join();
            play.join();
            Cluster third = play.join();
            play.tell(0, 2);
            play.tell(2, 2);
            play.simulation.runFor(Duration.ofSeconds(2));
            play.network.isolate(third.self());
            for (int round = 0; round < 10; round++) {
                play.tell(0, 1);
                play.simulation.start("cut off " + round, () -> play.tell(2, 1));
                play.simulation.runFor(Duration.ofSeconds(1));
            }
            play.simulation.runUntil("it has ended", () -> third.removal().isDone());
            play.network.heal();
            long before = play.ledgers.entries();
            play.tell(0, 2);
            play.simulation.runUntil("the others go on", () -> play.ledgers.entries() >= before + 2 * KEYS);
            assertThat(Set.copyOf(play.clusters.getFirst().members())).hasSize(2);
            play.close();
        });
    }
}
