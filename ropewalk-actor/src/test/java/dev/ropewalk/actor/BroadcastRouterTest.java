package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BroadcastRouterTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private record Question(ActorRef<String> replyTo) {}

    @AutoClose
    private final ActorSystem system = ActorSystem.create("broadcasting");

    private static Actor<Question> answering(ActorContext<Question> context) {
        return question -> question.replyTo().tell(context.self().path());
    }

    private static Actor<Question> failing(ActorContext<Question> context) {
        return _ -> {
            throw new IllegalStateException("no answer from " + context.self().path());
        };
    }

    private static String answer(ActorRef<Question> actor) throws Exception {
        return actor.<String>ask(Question::new, TIMEOUT).get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldSendToAllInEveryForm() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        Router<String> router = system.spawnRouter(Routing.broadcast(), 3, _ -> received::add);

        router.tell("tell");
        assertThat(router.tryTell("try")).isTrue();
        assertThat(router.tell("timed", TIMEOUT)).isTrue();
        assertThat(router.tellAsync("async")).succeedsWithin(TIMEOUT);

        Await.until("all have come to all", () -> received.size() == 12);
        assertThat(received).containsOnly("tell", "try", "timed", "async");
    }

    @Test
    void shouldAskAllAndGiveTheFirstAnswer() throws Exception {
        var asked = new AtomicInteger();
        var others = new CountDownLatch(1);
        ActorRef<Question> slow = system.spawn(_ -> _ -> {
            asked.incrementAndGet();
            others.countDown();
        });
        ActorRef<Question> quick = system.spawn("quick", BroadcastRouterTest::answering);
        Router<Question> router = system.routerOf(Routing.broadcast(), List.of(slow, quick));

        assertThat(answer(router)).isEqualTo("/broadcasting/quick");
        assertThat(others.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldGiveTheAnswerOfOneWhenAnotherFails() throws Exception {
        ActorRef<Question> failing = system.spawn("failing", BroadcastRouterTest::failing);
        ActorRef<Question> quick = system.spawn("quick", BroadcastRouterTest::answering);

        assertThat(answer(system.routerOf(Routing.broadcast(), List.of(failing, quick))))
                .isEqualTo("/broadcasting/quick");
    }

    @Test
    void shouldFailAQuestionThatAllFailedOn() {
        Router<Question> router = system.spawnRouter(Routing.broadcast(), 2, BroadcastRouterTest::failing);

        assertThatThrownBy(() -> answer(router))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no answer from");
    }

    @Test
    void shouldPassOverARouteeThatStopped() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        Router<String> router = system.spawnRouter(Routing.broadcast(), 2, _ -> received::add);
        ActorRef<String> leaving = router.routees().getFirst();
        system.stop(leaving);
        system.whenStopped(leaving).get(10, TimeUnit.SECONDS);

        assertThat(router.tryTell("to the routees that are left")).isTrue();

        Await.until("it has come", () -> received.size() == 1);
    }

    @Test
    void shouldMakeDeadLettersWhenAllRouteesHaveStopped() throws Exception {
        Queue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn(_ -> deadLetters::add));
        ActorRef<Question> only = system.spawn(_ -> _ -> {});
        Router<Question> router = system.routerOf(Routing.broadcast(), List.of(only));
        system.stop(only);
        system.whenStopped(router).get(60, TimeUnit.SECONDS);

        router.tell(new Question(system.spawn(_ -> _ -> {})));
        assertThat(router.tryTell(new Question(system.spawn(_ -> _ -> {})))).isFalse();
        assertThatThrownBy(() -> answer(router)).hasCauseInstanceOf(ActorStoppedException.class);

        Await.until("two are dead letters", () -> deadLetters.size() == 2);
    }
}
