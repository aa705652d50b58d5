package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MessageSample;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Stage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of which classes the messages of an actor were. */
@Timeout(60)
class SamplesTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private MessageSample sampleOf(ActorRef<?> actor) {
        return stage.system.details(actor.path()).orElseThrow().messages();
    }

    private MessageSample sampleOf(ActorRef<?> actor, int size) {
        stage.kit.await(
                size + " messages are in the sample", () -> sampleOf(actor).size() == size);
        return sampleOf(actor);
    }

    private ActorRef<Object> idler(ActorOptions<Object> options) {
        return stage.system.spawn(options, context -> message -> {});
    }

    private void awaitProcessed(ActorRef<?> actor, long count) {
        stage.kit.await(
                count + " messages are processed",
                () -> stage.system.snapshot().children().stream()
                        .anyMatch(each -> each.path().equals(actor.path()) && each.processed() == count));
    }

    @Test
    void shouldHaveNoMessagesBeforeSomebodyHasAsked() {
        ActorRef<Object> actor = idler(ActorOptions.defaults());
        actor.tell("a");
        awaitProcessed(actor, 1);
        assertThat(sampleOf(actor)).isEqualTo(new MessageSample(Map.of(), 0));
    }

    @Test
    void shouldCountTheMessagesOfEachClass() {
        ActorRef<Object> actor = idler(ActorOptions.defaults());
        assertThat(sampleOf(actor).size()).isZero();
        for (Object message : List.of(1, "a", 2, 1L, 3, "b")) {
            actor.tell(message);
        }
        assertThat(sampleOf(actor, 6).types().entrySet())
                .containsExactly(
                        Map.entry("java.lang.Integer", 3),
                        Map.entry("java.lang.String", 2),
                        Map.entry("java.lang.Long", 1));
    }

    @Test
    void shouldCountThoseThatComeThroughAQueue() {
        ActorRef<Object> actor = idler(ActorOptions.defaults().mailbox(Mailbox.bounded(100, OverflowPolicy.FAIL)));
        assertThat(sampleOf(actor).size()).isZero();
        actor.tell(1);
        assertThat(sampleOf(actor, 1).types()).containsOnlyKeys("java.lang.Integer");
    }

    @Test
    void shouldCountThoseOfABlockingActor() {
        ActorRef<Object> actor = stage.system.spawnBlocking("blocking", inbox -> {
            while (true) {
                inbox.receive();
            }
        });
        assertThat(sampleOf(actor).size()).isZero();
        actor.tell(1);
        assertThat(sampleOf(actor, 1).types()).containsOnlyKeys("java.lang.Integer");
    }

    @Test
    void shouldCountQuestionsAndTimersByTheirMessages() {
        ActorRef<Object> actor = stage.system.spawn("timed", context -> {
            Actor<Object> behaviour = message -> {
                if (message instanceof String) {
                    context.timers().startSingle("key", 1L, Duration.ofNanos(1));
                }
            };
            context.timers().setReceiveTimeout(Duration.ofHours(1), 'x');
            return behaviour;
        });
        assertThat(sampleOf(actor).size()).isZero();
        actor.tell("a");
        var answer = actor.ask(replyTo -> 1, Duration.ofHours(1));
        assertThat(sampleOf(actor, 3).types())
                .isEqualTo(Map.of("java.lang.String", 1, "java.lang.Integer", 1, "java.lang.Long", 1));
        assertThat(answer).isNotDone();
    }

    @Test
    void shouldGoOnWithANewBehaviourAndAfterARestart() {
        ActorRef<Object> actor = stage.system.spawn("failing", context -> message -> {
            if (message instanceof String) {
                throw new IllegalStateException("wanted by the test");
            }
            context.become(next -> {
                throw new IllegalStateException("wanted by the test");
            });
        });
        assertThat(sampleOf(actor).size()).isZero();
        for (Object message : List.of("a", 1, 'x', 1)) {
            actor.tell(message);
        }
        assertThat(sampleOf(actor, 4).types())
                .isEqualTo(Map.of("java.lang.Integer", 2, "java.lang.String", 1, "java.lang.Character", 1));
    }

    @Test
    void shouldNameTheClassThatHasALambda() {
        ActorRef<Object> actor = idler(ActorOptions.defaults());
        assertThat(sampleOf(actor).size()).isZero();
        Runnable one = () -> {};
        Runnable other = () -> {};
        actor.tell(one);
        actor.tell(other);
        assertThat(sampleOf(actor, 2).types()).isEqualTo(Map.of("a lambda of " + SamplesTest.class.getName(), 2));
    }

    @Test
    void shouldSumUpWhatIsBeyond16Classes() {
        ActorRef<Object> actor = idler(ActorOptions.defaults());
        assertThat(sampleOf(actor).size()).isZero();
        List<Object> messages = List.of(
                1,
                1L,
                1.0,
                1f,
                'x',
                "a",
                true,
                (byte) 1,
                (short) 1,
                BigInteger.ONE,
                BigDecimal.ONE,
                Instant.EPOCH,
                LocalDate.EPOCH,
                Duration.ZERO,
                Optional.empty(),
                new int[0],
                new long[0],
                new char[0]);
        messages.forEach(actor::tell);
        messages.forEach(actor::tell);
        MessageSample sample = sampleOf(actor, 36);
        assertThat(sample.types()).hasSize(16);
        assertThat(sample.others()).isEqualTo(4);
    }

    @Test
    void shouldForgetTheActorThatWasAskedForBefore16Others() {
        ActorRef<Object> first = idler(ActorOptions.defaults());
        ActorRef<Object> second = idler(ActorOptions.defaults());
        assertThat(sampleOf(first).size()).isZero();
        assertThat(sampleOf(second).size()).isZero();
        first.tell("a");
        second.tell("a");
        assertThat(sampleOf(second, 1).size()).isOne();
        assertThat(sampleOf(first, 1).size()).isOne();
        for (int i = 0; i < 15; i++) {
            assertThat(sampleOf(idler(ActorOptions.defaults())).size()).isZero();
        }
        assertThat(sampleOf(first).size()).isOne();
        assertThat(sampleOf(second).size()).as("was asked for before 16 others").isZero();
        second.tell("a");
        assertThat(sampleOf(second, 1).size()).isOne();
    }

    @Test
    void shouldHaveOneSampleHoweverOftenSomebodyAsksABusyActor() {
        ActorRef<Object> actor = idler(ActorOptions.defaults());
        var gate = stage.holdOrders(actor);
        for (int i = 0; i < 20; i++) {
            assertThat(sampleOf(actor).size()).isZero();
        }
        actor.tell("a");
        gate.open();
        assertThat(sampleOf(actor, 1).size()).isOne();
    }
}
