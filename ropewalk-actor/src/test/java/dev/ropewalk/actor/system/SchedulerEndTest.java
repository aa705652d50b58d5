package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSpawner;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.SendInterruptedException;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scheduler that was given to a system is closed first: at whatever point, nothing stays open and no message vanishes. */
@Timeout(120)
class SchedulerEndTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Supervision BACK_OFF = Supervision.restart().backoff(LONG, LONG, 0);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler =
            Scheduler.builder().workers(1).maxSpareWorkers(0).build();
    private final ActorSystem system = ActorSystem.builder("guest")
            .scheduler(scheduler)
            .supervision(Supervision.restart())
            .build();
    private final AtomicInteger handled = new AtomicInteger();
    private final List<Gate> gates = new ArrayList<>();

    @AfterEach
    void close() {
        gates.forEach(Gate::open);
        scheduler.close(Duration.ZERO);
        system.close(Duration.ZERO);
        log.close();
    }

    /** How the scheduler is closed. */
    enum Close {
        IN_TIME(LONG),
        AT_ONCE(Duration.ZERO);

        private final Duration timeout;

        Close(Duration timeout) {
            this.timeout = timeout;
        }
    }

    /** Begins to close the scheduler, and returns when that takes nothing more. */
    private CompletableFuture<Void> beginToClose(Close how) {
        var closed = new CompletableFuture<Void>();
        Thread.ofPlatform().start(() -> {
            try {
                scheduler.close(how.timeout);
                closed.complete(null);
            } catch (Throwable thrown) {
                closed.completeExceptionally(thrown);
            }
        });
        Await.until(
                "the scheduler is closing",
                () -> catchThrowable(() -> scheduler.execute(() -> {})) instanceof RejectedExecutionException);
        return closed;
    }

    private Gate newGate() {
        var gate = new Gate();
        gates.add(gate);
        return gate;
    }

    /** An actor that counts what it handles; a gate holds it up, and an exception is thrown. */
    private ActorRef<Object> spawn(ActorSpawner spawner, ActorOptions<Object> options) {
        return spawner.spawn(options, context -> message -> {
            handled.incrementAndGet();
            if (message instanceof Gate gate) {
                gate.pass(scheduler);
            } else if (message instanceof RuntimeException failure) {
                throw failure;
            }
        });
    }

    private ActorRef<Object> spawn(String name) {
        return spawn(system, ActorOptions.defaults().name(name));
    }

    private Gate hold(ActorRef<Object> actor) {
        Gate gate = newGate();
        actor.tell(gate);
        Await.until(actor + " is held", gate::isEntered);
        return gate;
    }

    private void assertAllIsOver(int sent) throws Exception {
        assertThat(system.awaitTermination(LONG)).isTrue();
        assertThat(system.isClosing()).isTrue();
        Await.until("all have stopped", () -> system.snapshot().children().isEmpty());
        Await.until(
                "each of " + sent + " messages is handled or a dead letter",
                () -> handled.get() + CellInsides.deadLettersOf(system) == sent);
        assertThat(CellInsides.hasPendingAsks(system)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopActorsThatHaveNothingToDo(Close how) throws Exception {
        var postStopRan = new CompletableFuture<Void>();
        ActorRef<Object> actor = system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Object message) {}

            @Override
            public void postStop() {
                context.timers().cancelAll(); // the context knows its actor's code in any thread
                postStopRan.complete(null);
            }
        });
        CompletableFuture<Void> stopped = system.whenStopped(actor);
        Await.until("nothing is to do", Internals.cellOf(system, actor)::isIdle);

        scheduler.close(how.timeout);

        stopped.get(60, TimeUnit.SECONDS);
        postStopRan.get(60, TimeUnit.SECONDS);
        assertAllIsOver(0);
        assertThat(actor.tryTell("late")).isFalse();
        system.whenStopped(actor).get(60, TimeUnit.SECONDS);
        assertThat(system.close(LONG).isComplete()).isTrue();
        assertThatThrownBy(() -> spawn("late")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldHandleWhatWasAcceptedIfThereIsTime() throws Exception {
        ActorRef<Object> actor = spawn("actor");
        Gate gate = hold(actor);
        for (int i = 0; i < 5; i++) {
            actor.tell("message");
        }
        CompletableFuture<Void> closed = beginToClose(Close.IN_TIME);
        actor.tell("late");
        assertThat(actor.tryTell("late")).isFalse();
        gate.open();
        closed.get(60, TimeUnit.SECONDS);

        assertThat(handled).hasValue(6);
        assertAllIsOver(7);
    }

    @Test
    void shouldReportWhatIsLeftOver() throws Exception {
        ActorRef<Object> actor = spawn("actor");
        hold(actor);
        for (int i = 0; i < 5; i++) {
            spawn("other" + i).tell("message");
        }
        ActorRef<Object> empty = spawn("empty");
        CompletableFuture<Void> stopped = system.whenStopped(empty);

        scheduler.close(Duration.ZERO); // interrupts the handler

        stopped.get(60, TimeUnit.SECONDS);
        assertAllIsOver(6);
        ActorCloseReport report = system.close(LONG);
        assertThat(report.deadLetters()).isEqualTo(CellInsides.deadLettersOf(system));
        assertThat(report.unfinished()).hasSizeGreaterThanOrEqualTo((int) report.deadLetters());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryOutWhatTheSupervisorDecides(Directive directive) throws Exception {
        Supervision supervision = Supervision.restart().on(IllegalStateException.class, directive);
        ActorRef<Object> parent = system.spawn(
                ActorOptions.defaults().name("parent").childSupervision(supervision), context -> message -> {
                    handled.incrementAndGet();
                    ActorRef<Object> child =
                            spawn(context, ActorOptions.defaults().name("child"));
                    child.tell(message);
                    child.tell(new IllegalStateException("while it closes"));
                    child.tell("after the failure");
                    child.tell("after the failure");
                });
        Gate gate = newGate();
        parent.tell(gate);
        Await.until("the child is held", gate::isEntered);

        CompletableFuture<Void> closed = beginToClose(Close.IN_TIME);
        gate.open();
        closed.get(60, TimeUnit.SECONDS);

        assertAllIsOver(5);
        boolean goesOn = directive == Directive.RESTART || directive == Directive.RESUME;
        assertThat(handled).hasValue(goesOn ? 5 : 3);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotLeaveAnActorInItsBackOff(Close how) throws Exception {
        var child = new CompletableFuture<ActorRef<Object>>();
        system.spawn(ActorOptions.defaults().name("parent").childSupervision(BACK_OFF), context -> {
            child.complete(spawn(context, ActorOptions.defaults().name("child")));
            return message -> {};
        });
        ActorRef<Object> failing = child.get(60, TimeUnit.SECONDS);
        CompletableFuture<Void> stopped = system.whenStopped(failing);
        failing.tell(new IllegalStateException("bad"));
        failing.tell("held");
        failing.tell("held");
        Cell<?> cell = Internals.cellOf(system, failing);
        Await.until("it waits for its back-off", () -> cell.is(Cell.RESTARTING) && cell.waiting() == 2);

        scheduler.close(how.timeout);

        stopped.get(60, TimeUnit.SECONDS);
        assertAllIsOver(3);
        assertThat(handled).hasValue(1);
    }

    @Test
    void shouldEndABackOffThatBeginsWhileItCloses() throws Exception {
        ActorRef<Object> parent =
                system.spawn(ActorOptions.defaults().name("parent").childSupervision(BACK_OFF), context -> message -> {
                    handled.incrementAndGet();
                    ActorRef<Object> child =
                            spawn(context, ActorOptions.defaults().name("child"));
                    child.tell(message);
                    child.tell(new IllegalStateException("while it closes"));
                    child.tell("held");
                });
        Gate gate = newGate();
        parent.tell(gate);
        Await.until("the child is held", gate::isEntered);
        CompletableFuture<Void> closed = beginToClose(Close.IN_TIME);
        gate.open();
        closed.get(60, TimeUnit.SECONDS);

        assertAllIsOver(4);
        assertThat(handled).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetGoAllThatWaitForRoom(Close how) throws Exception {
        ActorRef<Object> full =
                spawn(system, ActorOptions.defaults().name("full").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)));
        Gate gate = hold(full);
        full.tell("fills the mailbox");
        CompletableFuture<Void> told = inThread(() -> full.tell("waits"));
        CompletableFuture<Void> async = full.tellAsync("waits");
        CompletableFuture<Void> timed = inThread(() -> {
            if (!full.tell("waits", LONG)) {
                handled.incrementAndGet(); // given back
            }
        });
        ActorRef<Object> blocking = system.spawnBlocking("blocking", inbox -> {
            try {
                full.tell("waits");
            } catch (SendInterruptedException interrupted) {
                handled.incrementAndGet(); // given back
            }
            inbox.receive();
        });
        CompletableFuture<Void> stopped = system.whenStopped(blocking);
        Await.until("some wait", () -> CellInsides.hasWaiters(Internals.cellOf(system, full)));

        CompletableFuture<Void> closed = beginToClose(how);
        if (how == Close.IN_TIME) {
            gate.open();
        }
        closed.get(60, TimeUnit.SECONDS);

        for (CompletableFuture<Void> each : List.of(told, async, timed, stopped)) {
            each.get(60, TimeUnit.SECONDS);
        }
        assertAllIsOver(6);
    }

    static CompletableFuture<Void> inThread(Runnable code) {
        var done = new CompletableFuture<Void>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                code.run();
                done.complete(null);
            } catch (Throwable thrown) {
                done.completeExceptionally(thrown);
            }
        });
        return done;
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndAnActorThatIsSuspendedUntilThereIsRoom(Close how) throws Exception {
        var child = new CompletableFuture<ActorRef<Object>>();
        system.spawn(ActorOptions.defaults().name("parent").childSupervision(BACK_OFF), context -> {
            child.complete(spawn(
                    context, ActorOptions.defaults().name("full").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK))));
            return message -> {};
        });
        ActorRef<Object> full = child.get(60, TimeUnit.SECONDS);
        full.tell(new IllegalStateException("bad"));
        Await.until(
                "it waits for its back-off",
                () -> Internals.cellOf(system, full).is(Cell.RESTARTING));
        full.tell("fills the mailbox");
        ActorRef<Object> sender = system.spawn("sender", context -> message -> {
            handled.incrementAndGet();
            if (message.equals("send")) {
                full.tell("waits");
            }
        });
        sender.tell("send");
        Await.until(
                "the sender is suspended",
                () -> Internals.cellOf(system, sender).is(Cell.SUSPENDED));
        sender.tell("behind it");
        CompletableFuture<Void> stopped = system.whenStopped(sender);

        scheduler.close(how.timeout);

        stopped.get(60, TimeUnit.SECONDS);
        assertAllIsOver(5);
    }

    /** What others ask of an actor that never answers. */
    public interface Silent {
        CompletableFuture<String> question();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndAllQuestions(Close how) {
        ActorRef<ActorRef<String>> silent = system.spawn("silent", context -> question -> {});
        Silent proxy = system.proxy(Silent.class, () -> CompletableFuture::new);
        CompletableFuture<String> asked = silent.ask(question -> question, LONG);
        CompletableFuture<String> called = proxy.question();

        scheduler.close(how.timeout);

        for (CompletableFuture<String> each : List.of(asked, called, proxy.question())) {
            assertThat(each.handle((answer, failure) -> failure)
                            .orTimeout(60, TimeUnit.SECONDS)
                            .join())
                    .isInstanceOf(ActorStoppedException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldInterruptBlockingActors(Close how) throws Exception {
        var interrupted = new CompletableFuture<String>();
        ActorRef<Object> actor = system.spawnBlocking("blocking", inbox -> {
            try {
                inbox.receive("wanted"::equals);
            } catch (InterruptedException e) {
                interrupted.complete(e.getMessage());
                throw e;
            }
        });
        actor.tell("unwanted");
        CompletableFuture<Void> stopped = system.whenStopped(actor);
        Cell<?> cell = Internals.cellOf(system, actor);
        Await.until("it has passed over the message", () -> cell.waiting() == 1 && cell.turns() > 0);

        scheduler.close(how.timeout);

        assertThat(interrupted.get(60, TimeUnit.SECONDS)).contains("/guest/blocking is stopping");
        stopped.get(60, TimeUnit.SECONDS);
        assertAllIsOver(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopAnActorWhoseFactoryCloses(Close how) throws Exception {
        var stopped = new CompletableFuture<Void>();
        var thrown = new AtomicReference<Throwable>();
        ActorRef<Object> actor = system.spawn("late", context -> {
            context.self().tell("before");
            thrown.set(catchThrowable(() -> system.close(LONG)));
            scheduler.close(how.timeout);
            context.self().tell("after");
            return new Actor<>() {
                @Override
                public void receive(Object message) {
                    handled.incrementAndGet();
                }

                @Override
                public void postStop() {
                    stopped.complete(null);
                }
            };
        });
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("factory");
        stopped.get(60, TimeUnit.SECONDS);
        system.whenStopped(actor).get(60, TimeUnit.SECONDS);
        assertAllIsOver(2);
    }

    @Test
    void shouldEndWhatDependsOnAnActorThatIsStuck() throws Exception {
        var release = new CompletableFuture<Void>();
        var entered = new CompletableFuture<Void>();
        ActorRef<Object> stuck = system.spawn(
                ActorOptions.defaults().name("stuck").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)),
                context -> message -> {
                    handled.incrementAndGet();
                    entered.complete(null);
                    release.join(); // deaf to interrupts
                });
        stuck.tell("first");
        entered.get(60, TimeUnit.SECONDS);
        CompletableFuture<String> asked = stuck.ask(replyTo -> "fills the mailbox", LONG);
        CompletableFuture<Void> told = inThread(() -> stuck.tell("waits"));
        CompletableFuture<Void> stopped = system.whenStopped(stuck);

        scheduler.close(Duration.ZERO);

        told.get(60, TimeUnit.SECONDS);
        assertThat(asked.handle((answer, failure) -> failure).get(60, TimeUnit.SECONDS))
                .isInstanceOf(ActorStoppedException.class);
        // Either this call closes the system, or the end of the scheduler has begun to.
        assertThat(system.close(Duration.ZERO).stuck())
                .extracting(ActorSnapshot::path)
                .containsExactly("/guest/stuck");
        assertThat(stopped).isNotDone();
        release.complete(null);
        stopped.get(60, TimeUnit.SECONDS);
        assertAllIsOver(3);
    }

    @Test
    void shouldEndASystemThatIsBuiltTooLate() throws Exception {
        scheduler.close(LONG);
        ActorSystem late = ActorSystem.builder("late").scheduler(scheduler).build();
        assertThat(late.awaitTermination(LONG)).isTrue();
        assertThat(late.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldNotLetItsCloseWaitInVainForASchedulerThatHasEnded() throws Exception {
        ActorRef<Object> failing =
                system.spawn(ActorOptions.defaults().name("parent").childSupervision(BACK_OFF), context -> {
                    ActorRef<Object> child =
                            spawn(context, ActorOptions.defaults().name("child"));
                    return child::tell;
                });
        failing.tell(new IllegalStateException("bad"));
        failing.tell("held");
        Cell<?> cell = Internals.cellOf(system, failing);
        Await.until(
                "its child holds a message",
                () -> cell.childCells().getFirst().is(Cell.RESTARTING)
                        && cell.childCells().getFirst().waiting() == 1);
        var report = new CompletableFuture<ActorCloseReport>();
        Thread.ofPlatform().start(() -> report.complete(system.close(Duration.ofDays(1))));
        Await.until("it waits for the child", system::isClosing);
        scheduler.close(LONG);
        assertThat(report.get(60, TimeUnit.SECONDS).unfinished())
                .extracting(ActorSnapshot::path)
                .containsExactly("/guest/parent/child");
    }
}
