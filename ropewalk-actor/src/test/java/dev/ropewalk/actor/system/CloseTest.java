package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a system ends. */
@Timeout(60)
class CloseTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** What actors have at least, to stop. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler = Scheduler.create();
    private final ActorSystem system =
            ActorSystem.builder("closing").scheduler(scheduler).build();

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
        log.close();
    }

    private ActorRef<Act> spawn(String name) {
        return system.spawn(name, context -> act -> act.in(context));
    }

    private Gate hold(ActorRef<Act> actor) {
        var gate = new Gate();
        actor.tell(gate);
        while (!gate.isEntered()) {
            scheduler.parkNanos(gate, 10_000);
        }
        return gate;
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldGoOnAfterItWasToldNoTime() {
        assertThatNullPointerException()
                .isThrownBy(() -> system.close((Duration) null))
                .withMessage("timeout");
        assertThat(system.isClosing()).isFalse();
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldFinishWhatActorsTellEachOther() {
        int actors = 10;
        int hops = 100;
        for (int round = 0; round < 300; round++) {
            var handled = new AtomicInteger();
            try (ActorSystem ring =
                    ActorSystem.builder("ring").scheduler(scheduler).build()) {
                List<ActorRef<Integer>> all = new ArrayList<>();
                for (int i = 0; i < actors; i++) {
                    int next = (i + 1) % actors;
                    all.add(ring.spawn(context -> left -> {
                        handled.incrementAndGet();
                        if (left > 1) {
                            all.get(next).tell(left - 1);
                        }
                    }));
                }
                all.getFirst().tell(hops);
                assertThat(ring.close(LONG).isComplete()).isTrue();
            }
            assertThat(handled).hasValue(hops);
        }
    }

    @Test
    void shouldReportWhoWasBusyAndWhoIsStuck() {
        ActorRef<Act> parent = spawn("parent");
        var child = new CompletableFuture<ActorRef<Act>>();
        parent.tell(context -> child.complete(context.spawn("child", inner -> act -> act.in(inner))));
        Gate gate = hold(child.join());
        Await.until("the parent has nothing to do", Internals.cellOf(system, parent)::isIdle);
        child.join().tell(context -> {});
        child.join().tell(context -> {});

        ActorCloseReport report = system.close(SHORT);

        assertThat(report.isComplete()).isFalse();
        assertThat(report.unfinished())
                .containsExactly(new ActorSnapshot("/closing/parent/child", State.BUSY, 2, 1, 0, 0, 0, List.of()));
        assertThat(report.stuck())
                .extracting(ActorSnapshot::path)
                .containsExactly("/closing/parent", "/closing/parent/child");
        assertThat(report.stuck()).extracting(ActorSnapshot::state).contains(State.STOPPING);
        gate.open();
    }

    @Test
    void shouldStopABusyActorAfterItsMessage() throws Exception {
        for (boolean stoppedInTime = false; !stoppedInTime; ) {
            ActorSystem brief =
                    ActorSystem.builder("brief").scheduler(scheduler).build();
            ActorRef<Act> actor = brief.spawn("actor", context -> act -> act.in(context));
            CompletableFuture<Long> stopped = brief.whenStopped(actor).thenApply(nothing -> System.nanoTime());
            Gate gate = hold(actor);
            var handled = new AtomicInteger();
            actor.tell(context -> handled.incrementAndGet());
            var report = new CompletableFuture<ActorCloseReport>();
            long begin = System.nanoTime();
            Thread.ofPlatform().start(() -> report.complete(brief.close(Duration.ZERO)));
            while (!Internals.cellOf(brief, actor).is(Cell.STOPPING)
                    && !Internals.cellOf(brief, actor).hasSystemMessages()) {
                scheduler.parkNanos(gate, 10_000);
            }
            gate.open();
            stoppedInTime = stopped.get(30, TimeUnit.SECONDS) - begin < GRACE.toNanos();
            assertThat(report.join().unfinished()).hasSize(1);
            assertThat(handled).hasValue(0);
            if (stoppedInTime) {
                assertThat(report.join().stuck()).isEmpty();
            }
        }
    }

    @Test
    void shouldNotWaitForTimersAndBackOffs() {
        spawn("timer").tell(context -> context.timers().startSingle("key", inner -> {}, LONG));
        ActorRef<Act> failed = system.spawn(
                ActorOptions.defaults()
                        .name("parent")
                        .childSupervision(Supervision.restart().backoff(LONG, LONG, 0)),
                context -> act -> act.in(context));
        failed.tell(context ->
                context.<Act>spawn(inner -> act -> act.in(inner)).tell(Puppet.fail(new IllegalStateException("bad"))));
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldGiveEveryCallerTheFirstReport() {
        ActorRef<Act> actor = spawn("actor");
        Gate gate = hold(actor);
        var other = new CompletableFuture<ActorCloseReport>();
        Thread.ofPlatform().start(() -> other.complete(system.close(SHORT)));
        ActorCloseReport report = system.close(SHORT);
        assertThat(other.join()).isSameAs(report);
        assertThat(system.close(LONG)).isSameAs(report);
        gate.open();
    }

    @Test
    void shouldRefuseToBeClosedFromInside() throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        spawn("actor").tell(context -> {
            try {
                system.close(SHORT);
            } catch (IllegalStateException e) {
                thrown.complete(e);
            }
        });
        assertThat(thrown.get(30, TimeUnit.SECONDS)).hasMessageContaining("/closing/actor");
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldLetACallbackOfAQuestionCloseIt() throws Exception {
        ActorRef<ActorRef<String>> silent = system.spawn(context -> question -> {});
        CompletableFuture<ActorCloseReport> closed = silent.<String>ask(question -> question, Duration.ofMillis(1))
                .handle((answer, failure) -> system.close(LONG));
        assertThat(closed.get(30, TimeUnit.SECONDS).isComplete()).isTrue();
    }

    @Test
    void shouldRefuseATaskOfItsOwnSchedulerBeforeAnythingStops() throws Exception {
        ActorSystem own = ActorSystem.create("own");
        ActorRef<ActorRef<String>> actor = own.spawn(context -> question -> question.tell("alive"));
        var thrown = new CompletableFuture<Throwable>();
        own.scheduler().execute(() -> thrown.complete(catchThrowable(own::close)));
        assertThat(thrown.get(30, TimeUnit.SECONDS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ActorSystem[own]");
        assertThat(actor.<String>ask(question -> question, LONG).get(30, TimeUnit.SECONDS))
                .isEqualTo("alive");
        assertThat(own.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldBeClosedByATaskOfASchedulerThatItWasGiven() throws Exception {
        spawn("actor");
        var report = new CompletableFuture<ActorCloseReport>();
        scheduler.execute(() -> report.complete(system.close(LONG)));
        assertThat(report.get(30, TimeUnit.SECONDS).isComplete()).isTrue();
    }

    @Test
    void shouldNameThoseWhoKeepItWaiting() {
        ActorRef<Act> actor = spawn("busy");
        Gate gate = hold(actor);
        var report = new CompletableFuture<ActorCloseReport>();
        Thread.ofPlatform().start(() -> report.complete(system.close(LONG)));
        Await.until("it is named", () -> !log.messages("/closing/busy (BUSY").isEmpty());
        assertThat(system.isClosing()).isTrue();
        gate.open();
        assertThat(report.join().isComplete()).isTrue();
    }

    @Test
    void shouldLeaveAGivenSchedulerOpen() throws Exception {
        system.close();
        var ran = new CompletableFuture<Boolean>();
        scheduler.execute(() -> ran.complete(true));
        assertThat(ran.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldCloseItsOwnScheduler() {
        ActorSystem own = ActorSystem.create("own");
        ActorRef<Object> actor = own.spawn(context -> message -> {});
        own.close();
        assertThatThrownBy(() -> own.scheduler().execute(() -> {}))
                .isInstanceOf(java.util.concurrent.RejectedExecutionException.class);
        assertAllIsOver(own, actor);
    }

    @Test
    void shouldTakeNothingWhenItIsClosed() {
        ActorRef<Object> actor = system.spawn(context -> message -> {});
        system.close();
        assertAllIsOver(system, actor);
    }

    private static void assertAllIsOver(ActorSystem system, ActorRef<Object> actor) {
        actor.tell("late");
        assertThat(actor.tryTell("late")).isFalse();
        assertThat(actor.tell("late", LONG)).isFalse();
        assertThat(actor.tellAsync("late")).isDone();
        assertThatThrownBy(() -> actor.ask(replyTo -> "late", LONG).join())
                .hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(system.whenStopped(actor)).isDone();
        system.stop(actor);
        assertThatThrownBy(() -> system.spawn(context -> message -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(system.name());
        assertThat(system.snapshot().children()).isEmpty();
    }

    @Test
    void shouldEndQuestionsThatAreNotAnswered() {
        ActorSystem own = ActorSystem.create("own");
        ActorRef<ActorRef<String>> silent = own.spawn("silent", context -> question -> {});
        CompletableFuture<String> answer = silent.ask(question -> question, LONG);
        CompletableFuture<ActorCloseReport> report = answer.handle((text, failure) -> own.close(LONG));
        assertThat(own.close(LONG)).isSameAs(report.join());
        assertThat(answer.exceptionNow())
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("/own/silent");
        assertThat(CellInsides.hasPendingAsks(own)).isFalse();
    }

    @Test
    void shouldLetActorsSpawnWhileItWaitsForThem() {
        ActorRef<Act> actor = spawn("actor");
        Gate gate = hold(actor);
        var report = new CompletableFuture<ActorCloseReport>();
        Thread.ofPlatform().start(() -> report.complete(system.close(LONG)));
        var handled = new AtomicInteger();
        actor.tell(context -> context.<String>spawn(inner -> message -> handled.incrementAndGet())
                .tell("to the child"));
        while (!refusesToSpawn()) {
            scheduler.parkNanos(gate, 10_000);
        }
        gate.open();
        assertThat(report.join().isComplete()).isTrue();
        assertThat(handled).hasValue(1);
    }

    private boolean refusesToSpawn() {
        try {
            system.spawn(context -> message -> {});
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    void shouldKeepAnInterruptForTheCaller() {
        ActorRef<Act> actor = spawn("actor");
        Gate gate = hold(actor);
        Thread.currentThread().interrupt();
        ActorCloseReport report = system.close(SHORT);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.unfinished()).hasSize(1);
        gate.open();
    }

    @Test
    void shouldEndThoughTheSchedulerWasClosedBefore() {
        ActorRef<Act> actor = spawn("actor");
        scheduler.close();
        assertThat(system.close(LONG).isComplete()).isTrue();
        assertThat(system.whenStopped(actor)).isDone();
    }

    @Test
    void shouldTakeAnyTimeout() {
        spawn("actor");
        assertThat(system.close(Duration.ofSeconds(Long.MAX_VALUE)).isComplete())
                .isTrue();
        try (ActorSystem other = ActorSystem.create("other")) {
            assertThat(other.close(Duration.ofSeconds(Long.MIN_VALUE)).isComplete())
                    .isTrue();
        }
    }

    @Test
    void shouldCountTheMessagesThatItHasCost() {
        ActorRef<Act> actor = spawn("actor");
        Gate gate = hold(actor);
        actor.tell(context -> {});
        actor.tell(context -> {});
        var report = new CompletableFuture<ActorCloseReport>();
        Thread.ofPlatform().start(() -> report.complete(system.close(Duration.ZERO)));
        while (!Internals.cellOf(system, actor).hasSystemMessages()) {
            scheduler.parkNanos(gate, 10_000);
        }
        gate.open();
        system.whenStopped(actor).join();
        assertThat(report.join().unfinished()).hasSize(1);
        Await.until("both are dead letters", () -> CellInsides.deadLettersOf(system) == 2);
        assertThat(report.join().deadLetters()).isBetween(0L, 2L);
    }

    @Test
    void shouldEndASystemWhoseOwnSchedulerIsClosed() throws Exception {
        ActorSystem own = ActorSystem.create("own");
        ActorRef<Object> actor = own.spawn(context -> message -> {});
        CompletableFuture<Void> stopped = own.whenStopped(actor);
        own.scheduler().close(LONG);
        stopped.get(60, TimeUnit.SECONDS);
        assertThat(own.awaitTermination(LONG)).isTrue();
    }
}
