package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An entity stands still, and its mailbox has those wait that send to it. */
class SlowEntityInWorldsTest {
    private static final int WINDOW = 64;
    private static final int MAILBOX = 4;
    private static final int TOLD = 200;
    private static final int SHARDS = 2;
    private static final int TOLD_AT_HOME = 1100;
    private static final Duration HAND_OFF = Duration.ofMinutes(2);
    private static final EntityType<String, String> TYPE = EntityType.of("clerk", String.class, String.class);
    private static final CodecRegistry CODECS =
            CodecRegistry.builder().register(1, String.class).build();

    /** Two nodes, of which the first has all shards at first. */
    private static final class Office extends SimulatedNodes {
        private final CompletableFuture<Void> goesOn = new CompletableFuture<>();
        private int handled;

        Office(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
        }

        private Cluster join(int shards, boolean stands) {
            Cluster cluster = join(ClusterOptions.defaults("office", CODECS)
                    .shards(shards)
                    .handOffTimeout(HAND_OFF)
                    .link(LinkOptions.defaults().windowMessages(WINDOW)));
            var slow = EntityOptions.defaults()
                    .actor(ActorOptions.defaults().mailbox(Mailbox.bounded(MAILBOX, OverflowPolicy.BLOCK)));
            var ignored = cluster.host(TYPE, slow, entity -> clerk(entity, stands));
            return cluster;
        }

        private Actor<String> clerk(EntityContext<String, String> entity, boolean stands) {
            return message -> {
                handled++;
                if (message.equals("wait")) {
                    entity.actor().pauseUntil(goesOn, (nothing, failure) -> {});
                } else if (stands && message.equals("block")) {
                    goesOn.join();
                }
            };
        }

        /** What another node sends waits there for credit. */
        void playFromAnotherNode() {
            Cluster first = join(1, true);
            CompletableFuture<?> ready = first.whenReady();
            simulation.runUntil("it owns the shard", ready::isDone);
            Cluster other = join(1, true);
            simulation.runFor(Duration.ofSeconds(5));
            other.entity(TYPE, "slow").tell("wait");
            for (int i = 1; i < TOLD; i++) {
                other.entity(TYPE, "slow").tell("message");
            }
            simulation.runUntil("messages are lost", () -> !losses.isEmpty());
            goesOn.complete(null);
            simulation.runUntil("all is known", () -> handled + losses.size() == TOLD);
            assertThat(losses).extracting(MessageLoss::reason).containsOnly(Reason.NO_CREDIT);
            assertThat(losses).extracting(MessageLoss::peer).containsOnly(Optional.of(first.self()));
            close();
        }

        /** What the entities' own node sends, before it knows where they are, waits in its outlets. Their handlers don't end in time. */
        void playAtHome() {
            Cluster first = join(SHARDS, true);
            for (int key = 0; key < SHARDS; key++) {
                for (int i = 0; i < TOLD_AT_HOME; i++) {
                    var ignored = first.entity(TYPE, "slow" + key).tellAsync(i == 0 ? "block" : "message");
                }
            }
            simulation.runFor(Duration.ofSeconds(5));
            int before = handled;
            var ignored = join(SHARDS, false);
            simulation.runFor(HAND_OFF.multipliedBy(4));
            assertThat(handled).isGreaterThan(before);
            goesOn.complete(null);
            simulation.runFor(Duration.ofSeconds(5));
            long inLine = first.system().stats().deadLetters(); // at an entity whose time was up
            assertThat(handled + inLine).isEqualTo(SHARDS * TOLD_AT_HOME);
            assertThat(losses).isEmpty();
            close();
        }

        /** The node of the entity leaves, and that takes long, though no longer than it may. All others wait, and so does a node that joins meanwhile. */
        void playMove() {
            Cluster first = join(1, true);
            CompletableFuture<?> ready = first.whenReady();
            simulation.runUntil("it owns the shard", ready::isDone);
            Cluster other = join(1, true);
            simulation.runFor(Duration.ofSeconds(5));
            other.entity(TYPE, "slow").tell("wait");
            simulation.runUntil("the entity waits", () -> handled == 1);
            later(Duration.ofSeconds(1), () -> tell(other));
            later(Duration.ofSeconds(2), () -> tell(first));
            var ignored = simulation.start("third", () -> {
                simulation.scheduler().parkNanos(this, 3_000_000_000L);
                tell(join(1, true));
            });
            later(HAND_OFF.dividedBy(2), () -> goesOn.complete(null));
            assertThat(first.close(HAND_OFF.multipliedBy(2)).isComplete()).isTrue();
            simulation.runUntil("all is known", () -> handled + losses.size() == 4);
            assertThat(losses).isEmpty();
            clusters.removeFirst();
            close();
        }

        private void later(Duration delay, Runnable task) {
            var ignored = simulation.scheduler().schedule(simulation.scheduler().newStrand(), task, delay);
        }

        private static void tell(Cluster cluster) {
            var ignored = cluster.entity(TYPE, "slow").tellAsync("message");
        }
    }

    private static void play(Consumer<Office> program) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(3), simulation -> program.accept(new Office(simulation)));
    }

    @Test
    void shouldSayAtWhichNodeThereIsNoCredit() {
        play(Office::playFromAnotherNode);
    }

    @Test
    void shouldNotKeepWhatWaitsForItWhenAnotherNodeOwnsItsShard() {
        play(Office::playAtHome);
    }

    @Test
    void shouldLoseNothingWhileItsShardMoves() {
        play(Office::playMove);
    }
}
