package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.DeadLetter.Reason;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How routers and routees come and go. */
@Timeout(60)
class RouterLifeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    @AutoClose
    private final ActorSystem system = ActorSystem.create("routing");

    private final Queue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();

    @BeforeEach
    void listen() {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn("morgue", _ -> deadLetters::add));
    }

    /** Counts what it handles, and fails on what isn't a number. */
    private Actor<String> counter(ActorContext<String> context) {
        made.incrementAndGet();
        return text -> {
            Integer.parseInt(text);
            handled.incrementAndGet();
        };
    }

    private Router<String> pool(int size) {
        return system.spawnRouter(ActorOptions.defaults().name("pool"), Routing.roundRobin(), size, this::counter);
    }

    private void stop(ActorRef<?> actor) throws Exception {
        system.stop(actor);
        awaitStop(actor);
    }

    private void awaitStop(ActorRef<?> actor) throws Exception {
        system.whenStopped(actor).get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldBeTheParentOfRouteesThatItSpawned() {
        Router<String> router = pool(2);

        assertThat(router.path()).isEqualTo("/routing/pool");
        assertThat(router.routees())
                .hasSize(2)
                .allSatisfy(routee -> assertThat(routee.path()).startsWith("/routing/pool/$"));
        assertThat(system.tree()).contains("pool");
    }

    @Test
    void shouldStopWithItsRouteesWhenTheyHaveHandledAll() throws Exception {
        Router<String> router = pool(3);
        for (int i = 0; i < 3000; i++) {
            router.tell(Integer.toString(i));
        }
        system.stopGracefully(router);
        awaitStop(router);
        assertThat(handled).hasValue(3000);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldStopGracefullyAlsoWhileItIsMadeAnew() throws Exception {
        var let = new CountDownLatch(1);
        ActorGroup group = system.spawnGroup("group", Supervision.restart().allForOne(true));
        Router<String> router =
                group.spawnRouter(ActorOptions.defaults().name("pool"), Routing.roundRobin(), 2, context -> {
                    context.spawnBlocking(inbox -> Uninterruptibly.await(let));
                    return counter(context);
                });
        group.<String>spawn(this::counter).tell("bad");
        Await.until(
                "it waits for its routees",
                () -> system.details("/routing/group/pool").orElseThrow().state() == ActorSnapshot.State.FAILED);
        system.stopGracefully(router);
        let.countDown();
        awaitStop(router);
    }

    @Test
    void shouldLeaveRouteesAloneThatItWasGivenWhenItStopsGracefully() throws Exception {
        ActorRef<String> routee = system.spawn(this::counter);
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(routee));
        system.stopGracefully(router);
        awaitStop(router);
        assertThat(routee.tryTell("1")).isTrue();
    }

    @Test
    void shouldTakeOutARouteeThatStopped() throws Exception {
        Router<String> router = pool(3);
        ActorRef<String> leaving = router.routees().getFirst();

        stop(leaving);
        for (int i = 0; i < 6; i++) {
            router.tell("1");
        }

        Await.until("all are handled", () -> handled.get() == 6);
        Await.until("it is taken out", () -> !router.routees().contains(leaving));
        assertThat(router.routees()).hasSize(2);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldGrow() {
        Router<String> router = pool(1);
        List<ActorRef<String>> before = router.routees();

        router.resize(3);

        assertThat(before).hasSize(1);
        assertThat(router.routees()).hasSize(3).containsAll(before);
        assertThat(made).hasValue(3);
    }

    @Test
    void shouldLetSurplusRouteesHandleWhatWaitsBeforeTheyStop() throws Exception {
        Router<String> router = pool(4);
        List<ActorRef<String>> surplus = router.routees().subList(1, 4);
        for (int i = 0; i < 10_000; i++) {
            router.tell("1");
        }

        router.resize(1);

        assertThat(router.routees()).hasSize(1);
        for (ActorRef<String> routee : surplus) {
            awaitStop(routee);
        }
        Await.until("all are handled", () -> handled.get() == 10_000);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldReplaceStoppedRouteesWhenResized() throws Exception {
        Router<String> router = pool(3);
        ActorRef<String> leaving = router.routees().getFirst();
        stop(leaving);
        Await.until("it is taken out", () -> router.routees().size() == 2);

        router.resize(3);

        assertThat(router.routees()).hasSize(3).doesNotContain(leaving);
    }

    @Test
    void shouldStopItsRouteesWithIt() throws Exception {
        Router<String> router = pool(2);
        List<ActorRef<String>> routees = router.routees();

        stop(router);

        assertThat(routees)
                .allSatisfy(routee -> assertThat(system.whenStopped(routee)).succeedsWithin(TIMEOUT));
        assertThat(router.routees()).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> router.resize(2)).withMessageContaining("/routing/pool");
    }

    @Test
    void shouldStopWhenItsLastRouteeHas() throws Exception {
        Router<String> router = pool(2);

        router.routees().forEach(system::stop);

        awaitStop(router);
    }

    @Test
    void shouldTellItsWatchers() {
        Router<String> router = pool(2);
        var seen = new CompletableFuture<ActorRef<?>>();
        system.<String>spawn(context -> {
            context.watch(router);
            return new Actor<>() {
                @Override
                public void receive(String message) {}

                @Override
                public void receiveSignal(Signal signal) {
                    if (signal instanceof Terminated(ActorRef<?> actor)) {
                        seen.complete(actor);
                    }
                }
            };
        });

        system.stop(router);

        assertThat(seen).succeedsWithin(TIMEOUT).isEqualTo(router);
    }

    @Test
    void shouldMakeDeadLettersWithoutRoutees() throws Exception {
        Router<String> router = pool(1);
        stop(router);

        router.tell("1");
        assertThat(router.tryTell("2")).isFalse();
        assertThat(router.tell("3", TIMEOUT)).isFalse();
        assertThat(router.tellAsync("4")).succeedsWithin(TIMEOUT);
        assertThatThrownBy(() -> router.<String>ask(_ -> "5", TIMEOUT).get(5, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ActorStoppedException.class);

        Await.until("three are dead letters", () -> deadLetters.size() == 3);
        assertThat(deadLetters)
                .containsExactly(
                        new DeadLetter("1", router, Reason.STOPPED),
                        new DeadLetter("4", router, Reason.STOPPED),
                        new DeadLetter("5", router, Reason.STOPPED));
    }

    @Test
    void shouldRestartARouteeInItsPlace() {
        Router<String> router = pool(1);
        List<ActorRef<String>> routees = router.routees();

        router.tell("not a number");
        router.tell("1");

        Await.until("the second is handled", () -> handled.get() == 1);
        assertThat(made).hasValue(2);
        assertThat(log.messages(routees.getFirst().path())).hasSize(1);
        assertThat(router.routees()).isEqualTo(routees);
    }

    @Test
    void shouldSpawnFreshRouteesWhenItIsRestartedWithItsSiblings() throws Exception {
        var pools = new CompletableFuture<Router<String>>();
        var siblings = new CompletableFuture<ActorRef<String>>();
        system.<String>spawn(
                ActorOptions.defaults().childSupervision(Supervision.restart().allForOne(true)), context -> {
                    pools.complete(context.spawnRouter(Routing.roundRobin(), 2, this::counter));
                    siblings.complete(context.spawn(_ -> Integer::parseInt));
                    return _ -> {};
                });
        Router<String> router = pools.get(10, TimeUnit.SECONDS);
        List<ActorRef<String>> before = router.routees();

        siblings.get(10, TimeUnit.SECONDS).tell("not a number");

        for (ActorRef<String> routee : before) {
            awaitStop(routee);
        }
        Await.until("there are fresh ones", () -> router.routees().size() == 2);
        assertThat(router.routees()).doesNotContainAnyElementsOf(before);
        router.tell("1");
        Await.until("they handle messages", () -> handled.get() == 1);
    }

    @Test
    void shouldPassAnEscalatedFailureOnToItsParent() throws Exception {
        var pools = new CompletableFuture<Router<String>>();
        ActorRef<String> parent = system.spawn(
                ActorOptions.defaults().childSupervision(Supervision.always(Directive.ESCALATE)), context -> {
                    pools.complete(context.spawnRouter(Routing.roundRobin(), 1, this::counter));
                    return _ -> {};
                });
        CompletableFuture<Void> stopped = system.whenStopped(pools.get(10, TimeUnit.SECONDS));

        pools.get().tell("not a number");

        assertThat(stopped).succeedsWithin(TIMEOUT);
        assertThat(parent.tryTell("restarted")).isTrue();
    }

    @Test
    void shouldThrowWhatTheFactoryThrowsAndLeaveNothing() {
        var spawned = new AtomicInteger();
        ActorFactory<String> faulty = _ -> {
            if (spawned.incrementAndGet() == 2) {
                throw new IllegalStateException("no second one");
            }
            return _ -> {};
        };

        assertThatIllegalStateException()
                .isThrownBy(
                        () -> system.spawnRouter(ActorOptions.defaults().name("faulty"), Routing.random(), 2, faulty))
                .withMessage("no second one");

        Await.until("it is gone", () -> !system.tree().contains("faulty"));
    }

    @Test
    void shouldKeepTheRouteesThatWereMadeWhenGrowingFails() {
        var spawned = new AtomicInteger();
        Router<String> router = system.spawnRouter(Routing.random(), 1, _ -> {
            if (spawned.incrementAndGet() == 3) {
                throw new IllegalStateException("no third one");
            }
            return _ -> {};
        });

        assertThatIllegalStateException().isThrownBy(() -> router.resize(4)).withMessage("no third one");

        assertThat(router.routees()).hasSize(2);
    }

    @Test
    void shouldRefuseSizesBelowOne() {
        assertThatIllegalArgumentException().isThrownBy(() -> pool(0)).withMessageContaining("0");
        Router<String> router = pool(1);
        assertThatIllegalArgumentException().isThrownBy(() -> router.resize(-1)).withMessageContaining("-1");
    }
}
