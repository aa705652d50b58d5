package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Refs of actors that are gone, or whose node is: each message to them is told as lost, and nothing is kept for them. */
class RefsOfGoneNodesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<String, Command> TYPE = EntityType.of("clerk", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Self.class)
            .register(3, Known.class)
            .register(4, Desk.class)
            .register(5, Poke.class)
            .build();

    /** What a clerk understands. */
    sealed interface Command permits Self, Known, Poke {}

    /** Asks for the actor. */
    record Self(ActorRef<Desk> answer) implements Command {}

    /** Asks for the actor that its node knows. */
    record Known(ActorRef<Desk> answer) implements Command {}

    /** Is sent on to an actor. */
    record Poke(ActorRef<Command> whom) implements Command {}

    /** An actor. */
    record Desk(ActorRef<Command> actor) {}

    /** Some nodes. */
    private static final class Office {
        private final Simulation simulation;
        private final SimulatedNetwork network = SimulatedNetwork.seeded(1);
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<Entities<String, Command>> hosted = new ArrayList<>();
        private final List<MessageLoss> losses = new ArrayList<>();
        private @Nullable Desk known;

        Office(Simulation simulation) {
            this.simulation = simulation;
        }

        Cluster join() {
            ActorSystem system = ActorSystem.builder("node-" + clusters.size())
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("office", CODECS)
                    .plaintext(true)
                    .shards(1)
                    .seeds(clusters.stream()
                            .filter(cluster -> !cluster.removal().isDone())
                            .map(cluster -> cluster.self().address())
                            .toList())
                    .onLoss(losses::add);
            Cluster cluster = Cluster.join(system, options, network.engine());
            clusters.add(cluster);
            hosted.add(cluster.host(TYPE, this::clerk));
            return cluster;
        }

        private Actor<Command> clerk(EntityContext<String, Command> entity) {
            return command -> {
                switch (command) {
                    case Self question ->
                        question.answer().tell(new Desk(entity.actor().self()));
                    case Poke order -> order.whom().tell(order);
                    case Known question -> {
                        if (known != null) {
                            question.answer().tell(known);
                        }
                    }
                }
            };
        }

        Desk ask(Cluster from, Function<ActorRef<Desk>, Command> question) {
            CompletableFuture<Desk> answer = from.entity(TYPE, "anna").ask(question, LONG);
            simulation.runUntil("it is answered", answer::isDone);
            return answer.join();
        }

        void close() {
            for (Cluster cluster : clusters.reversed()) {
                assertThat(cluster.close(LONG).isComplete()).isTrue();
                assertThat(cluster.system().close(LONG).isComplete()).isTrue();
            }
        }
    }

    private static void play(Consumer<Office> body) {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(3), simulation -> {
            var office = new Office(simulation);
            body.accept(office);
            office.close();
        });
    }

    @Test
    void shouldEndWhatIsSentToANodeThatWasGoneBeforeThisOneJoined() {
        play(office -> {
            Cluster first = office.join();
            Cluster second = office.join();
            office.known = office.ask(second, Self::new);
            var ignored = first.close(LONG);
            Cluster third = office.join();
            Desk desk = office.ask(third, Known::new);
            desk.actor().tell(new Poke(desk.actor()));
            office.simulation.runUntil("it is told as lost", () -> !office.losses.isEmpty());
            assertThat(office.losses).extracting(MessageLoss::reason).containsExactly(Reason.NODE_GONE);
            assertThat(third.stats().links()).containsOnlyKeys(second.self());
        });
    }

    @Test
    void shouldTellOfALossWhenTheActorOfARefHasStoppedBeforeItComesHome() {
        play(office -> {
            Cluster first = office.join();
            Cluster second = office.join();
            Desk desk = office.ask(second, Self::new);
            CompletableFuture<?> ended = office.hosted.getFirst().passivate("anna");
            office.simulation.runUntil("it has stopped", ended::isDone);
            second.entity(TYPE, "anna").tell(new Poke(desk.actor()));
            office.simulation.runUntil("it is told as lost", () -> !office.losses.isEmpty());
            assertThat(office.losses).extracting(MessageLoss::reason).containsExactly(Reason.NO_RECIPIENT);
            assertThat(office.losses).extracting(MessageLoss::peer).containsExactly(Optional.of(first.self()));
        });
    }
}
