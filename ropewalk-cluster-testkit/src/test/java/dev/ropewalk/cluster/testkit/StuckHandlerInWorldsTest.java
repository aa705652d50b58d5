package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A shard moves whose entities hand their states over, and a handler of one of them takes long. */
class StuckHandlerInWorldsTest {
    private static final Duration HAND_OFF = Duration.ofSeconds(20);
    private static final EntityType<String, Command> TYPE = EntityType.of("counter", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .register(3, Block.class)
            .register(4, Count.class)
            .build();

    /** What a counter understands: all is counted. */
    sealed interface Command permits Block, Count {}

    /** Has it stand still. */
    record Block() implements Command {}

    /** Asks how much was counted before. */
    record Count(ActorRef<Long> answer) implements Command {}

    private static final class World extends SimulatedNodes {
        private final CompletableFuture<Void> goesOn = new CompletableFuture<>();
        private boolean isBlocked;

        World(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder());
        }

        private Cluster host() {
            Cluster cluster =
                    join(ClusterOptions.defaults("shop", CODECS).shards(1).handOffTimeout(HAND_OFF));
            var hosted = cluster.host(TYPE, EntityOptions.defaults().handOver(Long.class), Counter::new);
            assertThat(hosted).isNotNull();
            return cluster;
        }

        private long count(Cluster from, String key) {
            CompletableFuture<Long> count = from.entity(TYPE, key).ask(Count::new, Duration.ofMinutes(2));
            simulation.runUntil("it is answered", count::isDone);
            return count.join();
        }

        private final class Counter implements Actor<Command>, HandsOver<Long> {
            private long count;

            Counter(EntityContext<String, Command> entity) {
                count = entity.handedOver(Long.class).orElse(0L);
            }

            @Override
            public void receive(Command command) {
                switch (command) {
                    case Block() -> {
                        isBlocked = true;
                        goesOn.join();
                    }
                    case Count(ActorRef<Long> answer) -> answer.tell(count);
                }
                count++;
            }

            @Override
            public Long handOver() {
                return count;
            }
        }

        /** Moves a shard with two entities, one of which goes on so long after that. */
        void play(Duration blocked) {
            Cluster first = host();
            assertThat(count(first, "swift")).isZero();
            first.entity(TYPE, "slow").tell(new Block());
            simulation.runUntil("it stands still", () -> isBlocked);
            Cluster second = host();
            Thread leaving = simulation.start("leaving", () -> first.close(HAND_OFF.multipliedBy(4)));
            var ignored = simulation
                    .scheduler()
                    .schedule(simulation.scheduler().newStrand(), () -> goesOn.complete(null), blocked);
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(count(second, "swift")).isEqualTo(1);
            boolean isInTime = blocked.compareTo(HAND_OFF) < 0;
            assertThat(count(second, "slow")).isEqualTo(isInTime ? 1 : 0);
            simulation.runUntil("the other has left", () -> !leaving.isAlive());
            simulation.runUntil("the handler has returned", goesOn::isDone);
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(losses)
                    .extracting(MessageLoss::reason)
                    .hasSize(isInTime ? 0 : 1)
                    .allMatch(Reason.HAND_OVER::equals);
            assertThat(losses).extracting(MessageLoss::recipient).allMatch("/node-0/counter/slow"::equals);
            clusters.removeFirst();
            close();
        }
    }

    private static void play(Duration blocked) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(5), simulation -> new World(simulation).play(blocked));
    }

    @Test
    void shouldLoseNoStateIfItReturnsInTime() {
        play(HAND_OFF.dividedBy(2));
    }

    /** What the others have left waits for the next owner by then. */
    @Test
    void shouldLoseNoStateIfItReturnsAtTheLastMoment() {
        play(HAND_OFF.minusMillis(500));
    }

    @Test
    void shouldLoseItsStateAloneIfItReturnsTooLate() {
        play(HAND_OFF.multipliedBy(2));
    }
}
