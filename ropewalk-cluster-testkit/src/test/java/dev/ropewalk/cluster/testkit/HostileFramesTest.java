package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.cluster.testkit.RecordingEngine.Arrived;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Frames that come again, that nobody has sent, and that are of nodes which aren't any more: whatever they hold is told to nobody, they are counted, and what is sent goes on. */
class HostileFramesTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(20, 200));
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int KEYS = 4;
    private static final int ENTRIES = 10;
    private static final int FORGED = 200;

    /** Two nodes, each of which sends to entities of both. */
    private static final class Play {
        private final Simulation simulation;
        private final Random random;
        private final RecordingEngine engine;
        private final Ledgers ledgers = new Ledgers(false);
        private final List<MessageLoss> losses = new ArrayList<>();
        private final List<ActorSystem> systems = new ArrayList<>();
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<ReliableRef<String, Command>> senders = new ArrayList<>();
        private long told;

        Play(Simulation simulation) {
            this.simulation = simulation;
            long seed = simulation.scheduler().random().nextLong();
            random = new Random(seed);
            engine = new RecordingEngine(SimulatedNetwork.seeded(seed).engine());
        }

        Cluster join(int port) {
            ActorSystem system = ActorSystem.builder("node-" + systems.size())
                    .scheduler(simulation.scheduler())
                    .build();
            systems.add(system);
            List<NodeAddress> seeds = clusters.isEmpty()
                    ? List.of()
                    : List.of(clusters.getFirst().self().address());
            ClusterOptions options = ClusterOptions.defaults("shop", Ledgers.CODECS)
                    .plaintext(true)
                    .shards(KEYS)
                    .port(port)
                    .seeds(seeds)
                    .onLoss(losses::add);
            Cluster cluster = Cluster.join(system, options, engine);
            cluster.host(Ledgers.TYPE, EntityOptions.defaults().passivateIdle(false), ledgers::ledger);
            clusters.add(cluster);
            return cluster;
        }

        /** Has each sender of a node tell each key some entries, at most once and at least once, and waits until they are noted. */
        void tell(Cluster from, int begin) {
            String sender = from.self().toString();
            for (int key = 0; key < KEYS; key++) {
                EntityRef<String, Command> ref = from.entity(Ledgers.TYPE, "key-" + key);
                ReliableRef<String, Command> reliable = ref.reliable();
                senders.add(reliable);
                for (int number = begin; number < begin + ENTRIES; number++) {
                    ref.tell(new Entry(sender, number));
                    reliable.tell(new Entry(sender + " reliably since " + begin, number - begin));
                    told += 2;
                }
            }
            simulation.runUntil("all is noted", () -> ledgers.entries() == told);
        }

        /** Lets time pass, in which nothing may be told. */
        void assertNothingIsTold() {
            simulation.runFor(Duration.ofSeconds(5));
            assertThat(ledgers.entries()).isEqualTo(told);
        }

        long refused(Cluster cluster) {
            return cluster.stats().refusedFrames();
        }

        void close() {
            senders.forEach(ReliableRef::close);
            clusters.reversed().forEach(cluster -> cluster.close(LONG));
            systems.forEach(system -> system.close(LONG));
        }
    }

    private static void play(Consumer<Play> body) {
        var ignored = Simulations.check(
                SimulationOptions.defaults()
                        .seed(Long.getLong("ropewalk.sim.seed", 1))
                        .strategy(Strategy.portfolio())
                        .runs(RUNS),
                simulation -> {
                    var play = new Play(simulation);
                    body.accept(play);
                    assertThat(play.ledgers.violations()).isEmpty();
                    assertThat(play.losses).isEmpty();
                    play.close();
                });
    }

    @Test
    void shouldTellNothingTwiceWhenFramesComeAgain() {
        play(play -> {
            Cluster first = play.join(0);
            Cluster second = play.join(0);
            play.tell(first, 0);
            play.tell(second, 0);
            Node from = first.self();
            List<Arrived> all = new ArrayList<>(play.engine.arrived(from, second.self()));
            assertThat(all).isNotEmpty();
            long received =
                    Objects.requireNonNull(second.stats().links().get(from)).received();
            for (int round = 0; round < 3; round++) {
                all.forEach(each -> play.engine.forge(from, second.self(), each.frame()));
                play.assertNothingIsTold();
                Collections.shuffle(all, play.random);
            }
            assertThat(Objects.requireNonNull(second.stats().links().get(from)).received())
                    .isEqualTo(received);
            play.tell(first, ENTRIES);
            play.tell(second, ENTRIES);
        });
    }

    @Test
    void shouldCountFramesThatNobodyHasMade() {
        play(play -> {
            Cluster first = play.join(0);
            Cluster second = play.join(0);
            play.tell(first, 0);
            List<Arrived> known = play.engine.arrived(first.self(), second.self());
            for (int i = 0; i < FORGED; i++) {
                byte[] frame = i % 2 == 0
                        ? new byte[play.random.nextInt(200)]
                        : known.get(play.random.nextInt(known.size())).frame().clone();
                if (i % 2 == 0) {
                    play.random.nextBytes(frame);
                    if (frame.length > 0 && frame[0] == 1) {
                        frame[0] = 0; // no version is that
                    }
                } else {
                    frame = Arrays.copyOf(
                            frame, play.random.nextInt(Math.min(3, frame.length))); // the head, or a part of it
                }
                play.engine.forge(first.self(), second.self(), frame);
            }
            play.assertNothingIsTold();
            assertThat(play.refused(second)).isEqualTo(FORGED);
            assertThat(play.refused(first)).isZero();
            play.tell(first, ENTRIES);
            play.tell(second, 0);
        });
    }

    @Test
    void shouldTakeNothingFromNodesThatHaveGone() {
        play(play -> {
            Cluster first = play.join(0);
            Cluster second = play.join(0);
            play.tell(second, 0);
            Node gone = second.self();
            List<Arrived> old = play.engine.arrived(gone, first.self());
            assertThat(second.close(LONG).isComplete()).isTrue();
            Cluster again = play.join(gone.port());
            assertThat(again.self().address()).isEqualTo(gone.address());
            old.forEach(each -> play.engine.forge(gone, first.self(), each.frame()));
            play.assertNothingIsTold();
            assertThat(play.refused(first)).isEqualTo(old.size());
            play.tell(again, 0);
            play.tell(first, 0);
        });
    }
}
