package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.ActorTestKitBuilder;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActorTestKitTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private static ActorRef<RuntimeException> thrower(ActorTestKit kit) {
        return kit.system().spawn("thrower", context -> failure -> {
            throw failure;
        });
    }

    @Test
    void shouldAskAndAwait() {
        try (ActorTestKit kit = ActorTestKit.create()) {
            ActorRef<ActorRef<String>> actor =
                    kit.system().spawn("actor", context -> replyTo -> replyTo.tell("answer"));
            assertThat(kit.<ActorRef<String>, String>ask(actor, replyTo -> replyTo))
                    .isEqualTo("answer");
            assertThat(kit.await(CompletableFuture.completedFuture(7))).isEqualTo(7);
            var polls = new AtomicInteger();
            kit.await("three polls", () -> polls.incrementAndGet() == 3);
            kit.stop(actor);
            assertThat(kit.system().whenStopped(actor)).isDone();
        }
    }

    @Test
    void shouldSayWhatWasAwaitedInVain() {
        try (ActorTestKit kit = ActorTestKit.builder("vain").deadline(SHORT).build()) {
            kit.system().spawn("actor", context -> message -> {});
            assertThatThrownBy(() -> kit.await("the moon", () -> false))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("expected within PT0.02S: the moon\n/vain  IDLE\n  actor  IDLE\n");
            assertThatThrownBy(() -> kit.await(new CompletableFuture<>()))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("expected a result within PT0.02S, but none came")
                    .hasMessageContaining("actor  IDLE");
            var cause = new IllegalStateException("bad");
            assertThatThrownBy(() -> kit.await(CompletableFuture.failedFuture(cause)))
                    .isInstanceOf(AssertionError.class)
                    .hasCause(cause);
        }
    }

    @Test
    void shouldHearEventsAndDeadLetters() {
        try (ActorTestKit kit = ActorTestKit.create()) {
            Probe<String> texts = kit.events(String.class);
            Probe<DeadLetter> letters = kit.deadLetters();
            kit.system().events().publish("event");
            texts.expect("event");
            ActorRef<Object> gone = kit.system().spawn("gone", context -> message -> {});
            kit.stop(gone);
            gone.tell("late");
            letters.expect(new DeadLetter("late", gone, DeadLetter.Reason.STOPPED));
        }
    }

    @Test
    void shouldFailOnAFailureThatWasNotExpected() {
        ActorTestKit kit = ActorTestKit.builder("strict").refuseFailures(true).build();
        var cause = new IllegalStateException("bad");
        thrower(kit).tell(cause);
        assertThatThrownBy(kit::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("/strict/thrower by java.lang.IllegalStateException: bad")
                .hasSuppressedException(cause);
        kit.close();
    }

    @Test
    void shouldTakeAFailureThatWasExpected() {
        try (ActorTestKit kit = ActorTestKit.builder("strict")
                .supervision(Supervision.always(Directive.RESUME))
                .refuseFailures(true)
                .build()) {
            ActorRef<RuntimeException> thrower = thrower(kit);
            var cause = new IllegalStateException("bad");
            thrower.tell(cause);
            assertThat(kit.expectFailure(IllegalStateException.class))
                    .isEqualTo(new ActorFailure(thrower, cause, Directive.RESUME));
            thrower.tell(new IllegalArgumentException("other"));
            assertThatThrownBy(() -> kit.expectFailure(IllegalStateException.class))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("IllegalArgumentException: other");
        }
    }

    @Test
    void shouldNotMindFailuresUnlessTold() {
        try (ActorTestKit kit = ActorTestKit.create()) {
            thrower(kit).tell(new IllegalStateException("bad"));
            assertThatThrownBy(() -> kit.expectFailure(IllegalStateException.class))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("refuseFailures");
        }
    }

    @Test
    void shouldReportWhatItLeaves() {
        ActorTestKit kit = ActorTestKit.builder("left").closeTimeout(SHORT).build();
        var entered = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        ActorRef<Object> stuck = kit.system().spawn("stuck", context -> message -> {
            entered.countDown();
            context.scheduler().blocking(() -> {
                end.await();
                return end;
            });
        });
        stuck.tell("go");
        stuck.tell("and on");
        kit.await("it is stuck", () -> entered.getCount() == 0);
        assertThatThrownBy(kit::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("closing left within PT0.02S left")
                .hasMessageContaining("had something to do: /left/stuck  BUSY, 1 waiting")
                .hasMessageContaining("has not stopped: /left/stuck");
        end.countDown();
    }

    @Test
    void shouldCloseTheSystemAndItsSchedulerButNoOther() {
        ActorTestKit own = ActorTestKit.create();
        own.close();
        assertThatThrownBy(() -> own.system().scheduler().execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        try (Scheduler scheduler = Scheduler.create()) {
            try (ActorTestKit kit =
                    ActorTestKit.builder("guest").scheduler(scheduler).build()) {
                assertThat(kit.system().scheduler()).isSameAs(scheduler);
            }
            scheduler.execute(() -> {});
        }
    }

    @Test
    void shouldRefuseDeadlinesThatAreNone() {
        ActorTestKitBuilder builder = ActorTestKit.builder("name");
        assertThatThrownBy(() -> builder.deadline(Duration.ZERO))
                .hasMessageContaining("deadline")
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> builder.closeTimeout(SHORT.negated())).hasMessageContaining("closeTimeout");
    }
}
