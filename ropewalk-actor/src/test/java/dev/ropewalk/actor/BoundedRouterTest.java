package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routers whose routees have mailboxes with a bound. */
@Timeout(60)
class BoundedRouterTest {
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @AutoClose
    private final ActorSystem system = ActorSystem.create("bounds");

    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    /** Returns an actor that is held up, with a mailbox for one message that is full. */
    private ActorRef<String> full(OverflowPolicy policy) throws Exception {
        ActorRef<String> actor =
                system.spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(1, policy)), _ -> message -> {
                    busy.countDown();
                    free.await();
                    handled.add(message);
                });
        actor.tell("first");
        assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
        actor.tell("second");
        return actor;
    }

    private ActorRef<String> open() {
        return system.spawn(_ -> handled::add);
    }

    @Test
    void shouldHandOnWhatAFullRouteeSays() throws Exception {
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(full(OverflowPolicy.BLOCK)));

        assertThat(router.tryTell("third")).isFalse();
        assertThat(router.tell("third", SHORT)).isFalse();
        CompletableFuture<Void> waiting = router.tellAsync("third");
        assertThat(waiting).isNotDone();
        free.countDown();

        assertThat(waiting).succeedsWithin(TIMEOUT);
        Await.until("all are handled", () -> handled.size() == 3);
    }

    @Test
    void shouldFailAQuestionThatFoundNoRoomInTime() throws Exception {
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(full(OverflowPolicy.BLOCK)));

        CompletableFuture<String> answer = router.ask(_ -> "third", SHORT);

        assertThat(answer).failsWithin(TIMEOUT);
        free.countDown();
    }

    @Test
    void shouldBroadcastToTheOthersWhenOneIsFull() throws Exception {
        Router<String> router = system.routerOf(Routing.broadcast(), List.of(full(OverflowPolicy.FAIL), open()));

        assertThatThrownBy(() -> router.tell("tell")).isInstanceOf(MailboxFullException.class);
        assertThat(router.tryTell("try")).isFalse();
        assertThat(router.tell("timed", SHORT)).isFalse();
        assertThat(router.tellAsync("async")).failsWithin(TIMEOUT);

        Await.until("the other got all", () -> handled.size() == 4);
        assertThat(handled).containsExactly("tell", "try", "timed", "async");
        free.countDown();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAQuestionToAllWhenOneIsFull(OverflowPolicy policy) throws Exception {
        record Question(ActorRef<String> replyTo) {}
        ActorRef<Question> refusing =
                system.spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)), _ -> _ -> {
                    busy.countDown();
                    free.await();
                });
        refusing.tell(new Question(system.spawn(_ -> _ -> {})));
        assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
        refusing.tell(new Question(system.spawn(_ -> _ -> {})));
        ActorRef<Question> answering =
                system.spawn(_ -> question -> question.replyTo().tell("here"));
        Router<Question> router = system.routerOf(Routing.broadcast(), List.of(refusing, answering));

        assertThat(router.<String>ask(Question::new, TIMEOUT))
                .succeedsWithin(TIMEOUT)
                .isEqualTo("here");
        free.countDown();
    }

    @Test
    void shouldRetireARouteeWhoseMailboxIsFull() throws Exception {
        Router<String> router = system.spawnRouter(
                ActorOptions.defaults().mailbox(Mailbox.bounded(5, OverflowPolicy.BLOCK)),
                Routing.roundRobin(),
                2,
                _ -> handled::add);
        ActorRef<String> surplus = router.routees().getLast();
        for (int i = 0; i < 100; i++) {
            router.tell("message");
        }

        router.resize(1);

        system.whenStopped(surplus).get(10, TimeUnit.SECONDS);
        Await.until("all are handled", () -> handled.size() == 100);
    }
}
