package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages come back to their sender, since their shard has moved, and it can't read their keys any more. */
class UnreadableKeysInWorldsTest {
    private static final int KEYS = 12;
    private static final AtomicBoolean IS_UNREADABLE = new AtomicBoolean();
    private static final AtomicBoolean HAS_NO_TEXT = new AtomicBoolean();
    private static final EntityType<Badge, Question> TYPE = EntityType.of("clerk", Badge.class, Question.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Badge.class)
            .register(3, Question.class)
            .build();

    /** A key that can't always be made. */
    record Badge(String name) {
        Badge {
            if (IS_UNREADABLE.get()) {
                throw new IllegalArgumentException("the badge can't be read");
            }
        }

        @Override
        public String toString() {
            if (HAS_NO_TEXT.get()) {
                throw new IllegalStateException("the badge has no text");
            }
            return name;
        }
    }

    /** What a clerk is asked. */
    record Question(ActorRef<String> answer) {}

    /** A cluster in a world. The first of two nodes has two shards, and the first of three has one. */
    private static final class Office extends SimulatedNodes {
        private final List<Entities<Badge, Question>> hosted = new ArrayList<>();

        Office(Simulation simulation) {
            super(simulation, SimulatedNetwork.builder().rebalanceInterval(Duration.ofMillis(100)));
        }

        private Cluster join() {
            return join(Mailbox.unbounded());
        }

        private Cluster join(Mailbox<? super Question> mailbox) {
            Cluster cluster = join(ClusterOptions.defaults("office", CODECS).shards(3));
            hosted.add(cluster.host(
                    TYPE,
                    EntityOptions.defaults()
                            .passivateIdle(false)
                            .actor(ActorOptions.defaults().mailbox(mailbox)),
                    entity -> question -> question.answer().tell("yes")));
            return cluster;
        }

        private List<CompletableFuture<String>> askAll(Cluster from, List<Badge> badges) {
            return badges.stream()
                    .map(badge -> from.entity(TYPE, badge).ask(Question::new, Duration.ofHours(1)))
                    .toList();
        }

        /** Keys have no text from when a mailbox takes the question on. */
        void playDelivery() {
            Cluster first = join(Mailbox.unbounded().urgent(question -> {
                HAS_NO_TEXT.set(true);
                return false;
            }));
            CompletableFuture<?> ready = first.whenReady();
            simulation.runUntil("it owns shards", ready::isDone);
            Cluster other = join();
            for (int key = 0; key < KEYS; key++) {
                CompletableFuture<String> asked =
                        askAll(other, List.of(new Badge("key-" + key))).getFirst();
                simulation.runUntil("it has an answer", asked::isDone);
                HAS_NO_TEXT.set(false);
                assertThat(asked).isCompletedWithValue("yes");
            }
            assertThat(losses).isEmpty();
            close();
        }

        void play(AtomicBoolean flaw, Reason reason) {
            List<Badge> badges = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                badges.add(new Badge("key-" + key));
            }
            Cluster first = join();
            Cluster other = join();
            simulation.runFor(Duration.ofSeconds(5));
            List<CompletableFuture<String>> answered = askAll(other, badges);
            simulation.runUntil("all have answered", () -> answered.stream().allMatch(CompletableFuture::isDone));

            network.hold(other.self(), first.self());
            int before = hosted.getFirst().activeKeys().size();
            List<CompletableFuture<String>> asked = askAll(other, badges);
            join();
            simulation.runUntil(
                    "a shard has left", () -> hosted.getFirst().activeKeys().size() < before);
            int left = hosted.getFirst().activeKeys().size();
            simulation.runFor(Duration.ofSeconds(5));
            flaw.set(true);
            network.letGo(other.self(), first.self());
            simulation.runUntil("each has an answer", () -> asked.stream().allMatch(CompletableFuture::isDone));
            flaw.set(false);

            assertThat(losses).hasSize(before).extracting(MessageLoss::reason).containsOnly(reason);
            assertThat(losses)
                    .filteredOn(loss -> loss.recipient().equals("/node-1/clerk/?"))
                    .hasSize(before - left);
            assertThat(asked.stream()
                            .filter(CompletableFuture::isCompletedExceptionally)
                            .map(failed -> catchThrowable(failed::join))
                            .filter(thrown -> thrown.getCause() instanceof ActorStoppedException))
                    .hasSize(before - left);
            close();
        }
    }

    @AfterEach
    void letAllBeRead() {
        IS_UNREADABLE.set(false);
        HAS_NO_TEXT.set(false);
    }

    @Test
    void shouldCountWhatComesBackAndCannotBeRead() {
        play(IS_UNREADABLE, Reason.MALFORMED);
    }

    @Test
    void shouldCountWhatComesBackAndHasNoText() {
        play(HAS_NO_TEXT, Reason.FAILED);
    }

    @Test
    void shouldCountNoLossOfWhatAnEntityHasGot() {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(1), simulation -> new Office(simulation).playDelivery());
    }

    private static void play(AtomicBoolean flaw, Reason reason) {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(1), simulation -> new Office(simulation).play(flaw, reason));
    }
}
