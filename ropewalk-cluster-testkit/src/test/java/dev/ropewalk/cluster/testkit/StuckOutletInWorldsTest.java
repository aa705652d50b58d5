package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.cluster.testkit.Ledgers.Total;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Messages wait for a place that there isn't, since no node has the role of their entity. */
class StuckOutletInWorldsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final int MANY = 200;

    private static final class World extends SimulatedNodes {
        private static final ClusterOptions NODE = ClusterOptions.defaults("shop", Ledgers.CODECS)
                .link(LinkOptions.defaults().windowMessages(16));

        private final EntityRef<String, Command> ledger;
        private int told;

        World(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
            ledger = begin(NODE).entity(Ledgers.TYPE, "key");
        }

        private Cluster begin(ClusterOptions options) {
            Cluster cluster = join(options);
            var ignored =
                    cluster.host(Ledgers.TYPE, EntityOptions.defaults().role("books"), new Ledgers(false)::ledger);
            return cluster;
        }

        private void tellMany() {
            for (int key = 0; key < MANY; key++) {
                var ignored =
                        clusters.getFirst().entity(Ledgers.TYPE, "key-" + key).tellAsync(new Entry("sender", told++));
            }
        }

        private void tell(int messages) {
            for (int i = 0; i < messages; i++) {
                var ignored = ledger.tellAsync(new Entry("sender", told++));
            }
        }

        /** Tells as much as there is room for. */
        private int tryTell(String sender) {
            int messages = 0;
            while (ledger.tryTell(new Entry(sender, messages))) {
                messages++;
            }
            return messages;
        }

        private void assertLost(int messages) {
            assertThat(losses).hasSize(messages).extracting(MessageLoss::reason).containsOnly(Reason.NO_PLACE);
        }
    }

    private static void play(Consumer<World> program) {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(3), simulation -> {
            var world = new World(simulation);
            program.accept(world);
            world.close();
        });
    }

    @Test
    void shouldLoseAllThatWaitsAtOnce() {
        play(world -> {
            world.tell(3000); // more than there is room for
            world.simulation.runFor(PATIENCE.minus(MOMENT));
            assertThat(world.losses).isEmpty();
            world.simulation.runFor(MOMENT.multipliedBy(3));
            world.assertLost(3000);
        });
    }

    @Test
    void shouldLoseWhatComesUntilNothingComesForAWhile() {
        play(world -> {
            world.tell(1);
            world.simulation.runFor(PATIENCE.plus(MOMENT));
            for (int i = 1; i <= 5; i++) {
                world.tell(1);
                world.simulation.runFor(PATIENCE.dividedBy(2));
                world.assertLost(1 + i);
            }
            world.simulation.runFor(PATIENCE);
            world.tell(1);
            world.simulation.runFor(PATIENCE.minus(MOMENT));
            world.assertLost(6);
            world.simulation.runFor(MOMENT.multipliedBy(3));
            world.assertLost(7);
        });
    }

    /** The link to the node that comes is full with the first messages, and those behind have waited for long. */
    @Test
    void shouldLoseNothingAnyMoreWhenThereIsAPlace() {
        play(world -> {
            world.tellMany();
            world.simulation.runFor(PATIENCE.plus(MOMENT));
            world.assertLost(MANY);
            var ignored = world.begin(World.NODE.roles(Set.of("books")));
            for (int i = 0; i < 100; i++) { // to the last places that are found
                world.tellMany();
                world.simulation.runFor(MOMENT.dividedBy(10));
            }
            assertThat(world.losses)
                    .extracting(MessageLoss::reason)
                    .as("there was credit, a moment later")
                    .doesNotContain(Reason.NO_CREDIT);
        });
    }

    @Test
    void shouldHaveRoomForFewLargeMessages() {
        play(world -> {
            int few = world.tryTell("x".repeat(10_000));
            assertThat(few).as("of 256 KiB").isBetween(25, 30);
            world.simulation.runFor(PATIENCE.plus(MOMENT));
            world.assertLost(few);
            world.simulation.runFor(PATIENCE); // so that what comes waits anew
            int many = world.tryTell("x");
            assertThat(many).isBetween(1024, 1026);
            world.simulation.runFor(PATIENCE.plus(MOMENT));
            world.assertLost(few + many);
        });
    }

    @Test
    void shouldNotHoldUpWhoAsksForLongerThanTheQuestionMayTake() {
        play(world -> {
            world.tell(3000);
            world.simulation.runFor(MOMENT);
            long begun = world.simulation.scheduler().nanoTime();
            CompletableFuture<Long> answer = world.ledger.ask(Total::new, MOMENT);
            assertThat(Duration.ofNanos(world.simulation.scheduler().nanoTime() - begun))
                    .isBetween(MOMENT, MOMENT.multipliedBy(2));
            assertThat(answer)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(AskTimeoutException.class);
            world.simulation.runFor(PATIENCE);
            world.assertLost(3000); // not the question, which wasn't sent
        });
    }
}
