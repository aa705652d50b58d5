package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Timers;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that an actor sends itself later. */
@Timeout(60)
class TimersTest {
    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration A_MOMENT = Duration.ofMillis(40);
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private final Stage stage = new Stage();
    private final ActorRef<Act> actor = stage.spawn("actor");

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void shouldTickOnceNotBeforeItsDelay() {
        long before = stage.system.scheduler().nanoTime();
        actor.tell(context -> context.timers().startSingle("key", stage.say("tick"), SOON));
        stage.diary.expect("tick");
        assertThat(stage.system.scheduler().nanoTime() - before).isGreaterThanOrEqualTo(SOON.toNanos());
        stage.check(
                actor, context -> assertThat(context.timers().isActive("key")).isFalse());
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldTickAgainAndAgain() {
        actor.tell(context -> context.timers().startAtFixedRate("key", stage.say("tick"), Duration.ZERO, SOON));
        stage.diary.expectInOrder("tick", "tick", "tick");
        stage.check(
                actor, context -> assertThat(context.timers().isActive("key")).isTrue());
        actor.tell(context -> context.timers().cancel("key"));
    }

    @Test
    void shouldNotFloodASlowActor() {
        var gate = new Gate();
        actor.tell(context -> {
            context.timers().startAtFixedRate("key", stage.say("tick"), Duration.ZERO, Duration.ofNanos(1000));
            gate.in(context);
            context.timers().cancelAll();
        });
        stage.kit.await(
                "a tick waits", () -> Internals.cellOf(stage.system, actor).waiting() > 0);
        stage.diary.expectNothingFor(A_MOMENT);
        assertThat(Internals.cellOf(stage.system, actor).waiting()).isEqualTo(1);
        gate.open();
        stage.settle(actor);
    }

    @Test
    void shouldReplaceTheTimerOfAnEqualKey() {
        actor.tell(context -> {
            context.timers().startSingle(List.of("key"), stage.say("first"), SOON);
            context.timers().startSingle(List.of("key"), stage.say("second"), SOON);
            context.timers().startSingle("other", stage.say("other"), SOON);
        });
        stage.diary.expectInAnyOrder("second", "other");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldDropATickInTheMailboxWhoseTimerWasReplacedOrCancelled() {
        for (int round = 0; round < 2; round++) {
            boolean replace = round == 0;
            var gate = new Gate();
            actor.tell(context -> {
                context.timers().startSingle("single", stage.say("stale"), Duration.ZERO);
                context.timers().startAtFixedRate("rate", stage.say("stale"), Duration.ZERO, FOREVER);
                gate.in(context);
                if (replace) {
                    context.timers().startSingle("single", stage.say("fresh"), SOON);
                    context.timers().startSingle("rate", stage.say("fresh"), SOON);
                } else {
                    context.timers().cancel("single");
                    context.timers().cancel("rate");
                }
            });
            stage.kit.await(
                    "both ticks wait",
                    () -> Internals.cellOf(stage.system, actor).waiting() == 2);
            gate.open();
            if (replace) {
                stage.diary.expectInOrder("fresh", "fresh");
            }
            stage.diary.expectNothingFor(A_MOMENT);
        }
    }

    @Test
    void shouldLetATickRestartItsOwnTimer() {
        var ticks = new AtomicInteger();
        actor.tell(new Act() {
            @Override
            public void in(ActorContext<Act> context) {
                if (ticks.incrementAndGet() < 5) {
                    context.timers().startSingle("key", this, Duration.ofNanos(1));
                } else {
                    stage.diary.ref().tell("five");
                }
            }
        });
        stage.diary.expect("five");
    }

    @Test
    void shouldEndAllTimersAtARestart() {
        actor.tell(context -> {
            context.timers().startSingle("single", stage.say("stale"), Duration.ofMillis(2));
            context.timers().startAtFixedRate("rate", stage.say("stale"), SOON, SOON);
            context.timers().setReceiveTimeout(SOON, stage.say("stale"));
            throw new IllegalStateException("bad");
        });
        stage.diary.expectInOrder("restart actor for bad", "made actor");
        stage.diary.expectNothingFor(A_MOMENT);
        stage.check(
                actor, context -> assertThat(context.timers().isActive("rate")).isFalse());
    }

    @Test
    void shouldEndAllTimersWithTheActor() {
        actor.tell(context -> context.timers().startAtFixedRate("rate", stage.say("tick"), Duration.ZERO, SOON));
        stage.diary.expect("tick");
        stage.kit.stop(actor);
        stage.skipTo("stopped actor");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldSendATimeoutWheneverNothingCame() {
        actor.tell(context -> context.timers().setReceiveTimeout(SOON, stage.say("idle")));
        stage.diary.expectInOrder("idle", "idle");
        actor.tell(context -> {
            context.timers().cancelReceiveTimeout();
            stage.diary.ref().tell("cancelled");
        });
        stage.skipTo("cancelled");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPutATimeoutOffForMessagesButNotForTicks(boolean afterBecome) {
        Duration timeout = Duration.ofMillis(30);
        var last = new AtomicLong();
        var gap = new AtomicLong();
        Act message = context -> last.set(context.scheduler().nanoTime());
        actor.tell(context -> {
            message.in(context);
            context.timers().startAtFixedRate("tick", inner -> {}, Duration.ZERO, Duration.ofMillis(1));
            context.timers().setReceiveTimeout(timeout, inner -> {
                gap.set(inner.scheduler().nanoTime() - last.get());
                inner.timers().cancelAll();
                stage.diary.ref().tell("idle");
            });
            if (afterBecome) {
                context.become(act -> act.in(context));
            }
        });
        for (int i = 0; i < 200; i++) {
            stage.settle(actor);
            actor.tell(message);
        }
        stage.diary.expect("idle");
        assertThat(gap).hasValueGreaterThanOrEqualTo(timeout.toNanos());
    }

    @Test
    void shouldTakeDelaysOfAnyLength() {
        actor.tell(context -> {
            context.timers().startSingle("past", stage.say("at once"), FOREVER.negated());
            context.timers().startSingle("never", stage.say("never"), FOREVER);
            context.timers().startAtFixedRate("rate", stage.say("never"), FOREVER, FOREVER);
            context.timers().setReceiveTimeout(FOREVER, stage.say("never"));
        });
        stage.diary.expect("at once");
        stage.settle(actor);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        stage.check(actor, context -> {
            Timers<Act> timers = context.timers();
            Act tick = inner -> {};
            assertThatThrownBy(() -> timers.startAtFixedRate("key", tick, SOON, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT0S");
            assertThatThrownBy(() -> timers.setReceiveTimeout(Duration.ofMillis(-1), tick))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT-0.001S");
            assertThat(timers.isActive("key")).isFalse();
        });
    }
}
