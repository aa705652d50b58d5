package dev.ropewalk.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which routee gets a message of a router. */
@Timeout(60)
class RouterTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private record Question(int key, ActorRef<String> replyTo) {}

    @AutoClose
    private final ActorSystem system = ActorSystem.create("routing");

    /** Answers with the path of the routee. */
    private static Actor<Question> answering(ActorContext<Question> context) {
        return question -> question.replyTo().tell(context.self().path());
    }

    private static String answer(ActorRef<Question> actor, int key) throws Exception {
        return actor.<String>ask(replyTo -> new Question(key, replyTo), TIMEOUT).get(10, TimeUnit.SECONDS);
    }

    private static List<String> answers(ActorRef<Question> actor, int count) throws Exception {
        Queue<String> answers = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < count; i++) {
            answers.add(answer(actor, i));
        }
        return List.copyOf(answers);
    }

    private static List<String> paths(Router<?> router) {
        return router.routees().stream().map(ActorRef::path).toList();
    }

    @Test
    void shouldSendToEachInTurn() throws Exception {
        Router<Question> router = system.spawnRouter(Routing.roundRobin(), 3, RouterTest::answering);

        List<String> paths = paths(router);
        assertThat(answers(router, 6))
                .containsExactly(paths.get(0), paths.get(1), paths.get(2), paths.get(0), paths.get(1), paths.get(2));
    }

    @Test
    void shouldSendToRandomOnes() throws Exception {
        Router<Question> router = system.spawnRouter(Routing.random(), 3, RouterTest::answering);

        assertThat(answers(router, 200)).containsAll(paths(router));
    }

    @Test
    void shouldSendEqualKeysToTheSameOne() throws Exception {
        Router<Question> router = system.spawnRouter(Routing.consistentHash(Question::key), 4, RouterTest::answering);

        List<String> first = answers(router, 100);

        assertThat(first).containsAll(paths(router));
        assertThat(answers(router, 100)).isEqualTo(first);
    }

    @Test
    void shouldMoveOnlyKeysOfTheRouteeThatStops() throws Exception {
        Router<Question> router = system.spawnRouter(Routing.consistentHash(Question::key), 4, RouterTest::answering);
        List<String> before = answers(router, 100);
        ActorRef<Question> leaving = router.routees().get(1);

        system.stop(leaving);
        system.whenStopped(leaving).get(10, TimeUnit.SECONDS);
        List<String> after = answers(router, 100);

        assertThat(after).doesNotContain(leaving.path());
        assertThat(IntStream.range(0, 100).filter(key -> !before.get(key).equals(leaving.path())))
                .allSatisfy(key -> assertThat(after.get(key)).isEqualTo(before.get(key)));
    }

    @Test
    void shouldSendToWhoHasTheLeastToDo() throws Exception {
        var busy = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        Router<Runnable> router = system.spawnRouter(Routing.leastLoaded(), 2, _ -> Runnable::run);
        ActorRef<Runnable> idle = router.routees().getLast();
        Queue<String> ran = new ConcurrentLinkedQueue<>();
        router.routees().getFirst().tell(() -> {
            busy.countDown();
            awaitWell(free);
            ran.add("long");
        });
        awaitWell(busy);

        for (int i = 0; i < 20; i++) {
            // Its start counts until it is over, and so does what it has run.
            Await.until("the idle one is idle", () -> RouterCell.load(idle, 1) == 0);
            router.tell(() -> ran.add("short"));
            int expected = i + 1;
            Await.until("the idle one has run it", () -> ran.size() == expected);
        }
        free.countDown();

        Await.until("the busy one is done", () -> ran.contains("long"));
        assertThat(ran).hasSize(21).endsWith("long");
    }

    @Test
    void shouldRouteToRouters() throws Exception {
        Router<Question> inner = system.spawnRouter(Routing.roundRobin(), 2, RouterTest::answering);
        Router<Question> outer = system.routerOf(Routing.roundRobin(), List.of(inner));

        assertThat(answers(outer, 2)).containsExactlyElementsOf(paths(inner));
    }

    @Test
    void shouldKeepTheOrderOfOneSenderToOneRoutee() {
        Queue<Integer> received = new ConcurrentLinkedQueue<>();
        Router<Integer> router = system.spawnRouter(Routing.<Integer>consistentHash(number -> number % 3), 3, _ -> {
            return number -> {
                if (number % 3 == 0) {
                    received.add(number);
                }
            };
        });

        IntStream.range(0, 30_000).forEach(router::tell);

        Await.until("all have come", () -> received.size() == 10_000);
        assertThat(List.copyOf(received)).isSorted();
    }

    private static void awaitWell(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
