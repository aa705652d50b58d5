package dev.ropewalk.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigValueFactory;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.dispatch.Futures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.concurrent.Await$;
import scala.concurrent.BlockContext;

class RopewalkExecutorConfiguratorTest {
    private static String schedulerOf(ActorRef actor) {
        return Calls.in(
                        actor,
                        () -> Scheduler.current()
                                .map(RopewalkExecutorConfiguratorTest::nameOf)
                                .orElse("none"))
                .join();
    }

    private static String nameOf(Scheduler scheduler) {
        return Scheduler.live().entrySet().stream()
                .filter(entry -> entry.getValue().equals(scheduler))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ropewalk.affinity = on"})
    void shouldRunActorsAndFuturesOnASchedulerOfItsOwn(String options) {
        ActorSystem system = PekkoSystems.start("own", options);
        String name = "own-pekko.actor.default-dispatcher";

        assertThat(schedulerOf(Calls.spawn(system))).isEqualTo(name);
        var future = new CompletableFuture<String>();
        system.dispatcher()
                .execute(() -> future.complete(nameOf(Scheduler.current().orElseThrow())));
        assertThat(future.join()).isEqualTo(name);

        PekkoSystems.end(system);
        Await.until("the scheduler ends", () -> !Scheduler.live().containsKey(name));
    }

    @ParameterizedTest
    @CsvSource({"ropewalk.affinity = on, true", "ropewalk.affinity = off, false", "'', false"})
    void shouldRunAnActorInAStrandOnlyIfItHasAffinity(String options, boolean strand) {
        ActorSystem system = PekkoSystems.start("strands", options);

        ActorRef actor = Calls.spawn(system);
        for (int i = 0; i < 3; i++) {
            assertThat(Calls.in(
                                    actor,
                                    () -> Scheduler.current()
                                            .orElseThrow()
                                            .currentStrand()
                                            .isPresent())
                            .join())
                    .isEqualTo(strand);
        }

        PekkoSystems.end(system);
    }

    @Test
    void shouldTakeTheOptionsOfTheDispatcher() {
        ActorSystem system = PekkoSystems.start("options", """
                ropewalk {
                  workers = 3, max-spare-workers = 4, newest-first = off, pin-workers = off, task-budget = 32
                  steals-to-rehome = 2, max-wait = 100us, time-budget = 10ms, steal-price = 30us, spin = 0s
                  stuck-after = 50ms
                }
                """);

        Scheduler scheduler =
                Calls.in(Calls.spawn(system), Scheduler::current).join().orElseThrow();
        assertThat(scheduler.workers()).isEqualTo(3);

        PekkoSystems.end(system);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ropewalk.workers = 0 | ropewalk.workers = 0 is wrong: workers must be from 1 to 4096, not 0",
                "ropewalk.workers = many | ropewalk.workers = many is wrong",
                "ropewalk.spin = -1ms | ropewalk.spin = -1ms is wrong: spin must not be negative: PT-0.001S",
                "ropewalk.wrokers = 2 | ropewalk.wrokers is no option; options are [affinity, max-spare-workers, max-wait,",
                "ropewalk = 2 | ropewalk = 2 is wrong",
                "ropewalk.affinity = soft | ropewalk.affinity = soft is wrong",
                "ropewalk { scheduler = shared, workers = 2 } | ropewalk.workers has no meaning: the dispatcher has no scheduler of its own but runs on 'shared'",
                "ropewalk.scheduler = nobody | ropewalk.scheduler = nobody is wrong: no scheduler with that name lives; there are ["
            })
    void shouldTellWhatIsWrongWithAnOption(String options, String said) {
        assertThatThrownBy(() -> PekkoSystems.end(PekkoSystems.start("wrong", options)))
                .hasStackTraceContaining(said);
    }

    @Test
    void shouldRunOnASchedulerThatIsNamedAndLeaveItOpen() {
        try (Scheduler scheduler = Scheduler.builder().name("named").build()) {
            ActorSystem system = PekkoSystems.start("shares", "ropewalk.scheduler = named");

            assertThat(schedulerOf(Calls.spawn(system))).isEqualTo("named");

            PekkoSystems.end(system);
            assertThat(scheduler.awaitTermination(Duration.ZERO)).isFalse();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void shouldRunOnTheSchedulerOfASetup() {
        try (Scheduler scheduler = Scheduler.builder().name("set up").build()) {
            ActorSystem system = PekkoSystems.start("shares", "", RopewalkSetup.create(scheduler));

            assertThat(schedulerOf(Calls.spawn(system))).isEqualTo("set up");

            PekkoSystems.end(system);
        }
    }

    @Test
    void shouldRefuseOptionsOfASchedulerThatIsGiven() {
        try (Scheduler scheduler = Scheduler.create()) {
            assertThatThrownBy(() ->
                            PekkoSystems.start("refused", "ropewalk.workers = 2", RopewalkSetup.create(scheduler)))
                    .hasStackTraceContaining(
                            "ropewalk.workers has no meaning: the dispatcher has no scheduler of its own but runs on that of"
                                    + " RopewalkSetup");
        }
    }

    /** With one worker no actor may hold up another, whatever it waits for. */
    @ParameterizedTest
    @ValueSource(strings = {"", "affinity = on"})
    void shouldReplaceAWorkerThatIsBlocked(String options) {
        ActorSystem system = PekkoSystems.start("blocks", "ropewalk { workers = 1, " + options + " }");
        var release = new CountDownLatch(1);

        List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(Calls.in(
                    Calls.spawn(system), () -> BlockContext.current().blockOn(() -> isOpen(release), null)));
        }
        Calls.in(Calls.spawn(system), () -> {
                    release.countDown();
                    return true;
                })
                .join();
        assertThat(waiting).allSatisfy(future -> assertThat(future.join()).isTrue());

        PekkoSystems.end(system);
    }

    private static boolean isOpen(CountDownLatch latch) {
        try {
            return latch.await(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void shouldThrowWhatABlockingCallThrows() {
        ActorSystem system = PekkoSystems.start("throws", "ropewalk.workers = 1");

        assertThat(Calls.in(
                        Calls.spawn(system),
                        () -> BlockContext.current()
                                .blockOn(
                                        () -> {
                                            throw new IllegalStateException("broken");
                                        },
                                        null)))
                .failsWithin(Await.DEADLINE)
                .withThrowableThat()
                .withMessageContaining("broken");

        PekkoSystems.end(system);
    }

    @Test
    void shouldGiveEachDispatcherItsScheduler() {
        ActorSystem system = ActorSystem.create(
                "two",
                PekkoSystems.config("")
                        .withValue("orders.type", ConfigValueFactory.fromAnyRef("Dispatcher"))
                        .withValue("orders.ropewalk.workers", ConfigValueFactory.fromAnyRef(2)));

        ActorRef orders = system.actorOf(Props.create(Calls.class, Calls::new).withDispatcher("orders"));

        assertThat(schedulerOf(orders)).isEqualTo("two-orders");
        PekkoSystems.end(system);
    }

    @Test
    void shouldBeginAgainWhenTheDispatcherDoes() {
        ActorSystem system = ActorSystem.create(
                "again",
                PekkoSystems.config("")
                        .withValue("orders.type", ConfigValueFactory.fromAnyRef("Dispatcher"))
                        .withValue("orders.shutdown-timeout", ConfigValueFactory.fromAnyRef("1ms")));
        for (int i = 0; i < 3; i++) {
            ActorRef orders =
                    system.actorOf(Props.create(Calls.class, Calls::new).withDispatcher("orders"));
            assertThat(Calls.in(orders, () -> 7).join()).isEqualTo(7);
            orders.tell(PoisonPill.getInstance(), ActorRef.noSender());
            Await.until(
                    "its scheduler ends",
                    () -> Scheduler.live().keySet().stream().noneMatch(name -> name.startsWith("again-orders")));
        }
        PekkoSystems.end(system);
    }

    @Test
    void shouldWaitForAFutureInAnActor() {
        ActorSystem system = PekkoSystems.start("awaits", "ropewalk.workers = 1");

        int answer = Calls.in(Calls.spawn(system), () -> {
                    try {
                        return Await$.MODULE$.result(
                                Futures.future(() -> 42, system.dispatcher()),
                                scala.concurrent.duration.Duration.create(20, TimeUnit.SECONDS));
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                })
                .join();

        assertThat(answer).isEqualTo(42);
        PekkoSystems.end(system);
    }
}
