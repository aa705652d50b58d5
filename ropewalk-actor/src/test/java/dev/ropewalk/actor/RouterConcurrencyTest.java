package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads send while routees come and go. The seed of a failure is printed, and can be set. */
@Timeout(120)
class RouterConcurrencyTest {
    private static final int SENDERS = 3;
    private static final int MESSAGES = 20_000;

    @AutoClose
    private final ActorSystem system = ActorSystem.create("storm");

    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicInteger dead = new AtomicInteger();

    static List<Routing<? super Integer>> routings() {
        return List.of(
                Routing.roundRobin(),
                Routing.random(),
                Routing.leastLoaded(),
                Routing.consistentHash((Integer number) -> number));
    }

    @ParameterizedTest
    @MethodSource("routings")
    void shouldHandleEachMessageOnceOrMakeItADeadLetter(Routing<? super Integer> routing) throws Exception {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn(_ -> _ -> dead.incrementAndGet()));
        Router<Integer> router = system.spawnRouter(routing, 3, _ -> _ -> handled.incrementAndGet());

        List<Thread> senders = send(router);
        while (senders.stream().anyMatch(Thread::isAlive)) {
            router.resize(2 + random.nextInt(6));
            List<ActorRef<Integer>> routees = router.routees();
            if (routees.size() > 1) {
                system.stop(routees.getLast());
            }
        }

        for (Thread sender : senders) {
            assertThat(sender.join(Duration.ofSeconds(60))).isTrue();
        }
        Await.until("all are handled or dead, seed " + seed, () -> handled.get() + dead.get() == SENDERS * MESSAGES);
    }

    private List<Thread> send(ActorRef<Integer> router) {
        return IntStream.range(0, SENDERS)
                .mapToObj(_ -> Thread.ofPlatform()
                        .start(() -> IntStream.range(0, MESSAGES).forEach(router::tell)))
                .toList();
    }
}
