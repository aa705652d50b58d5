package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often actors are restarted, and how soon. */
@Timeout(60)
class RestartLimitTest {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final double MOST = Math.nextDown(1.0);

    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // isn't written anywhere
        private final Supplier<String> text;

        Failure(Supplier<String> text) {
            this.text = text;
        }

        @Override
        public String getMessage() {
            return text.get();
        }
    }

    private ActorRef<Act> childUnder(Supervision supervision) {
        ActorRef<Act> parent =
                stage.spawn(ActorOptions.defaults().name("parent").childSupervision(supervision));
        return stage.spawn(parent, "child");
    }

    private void failAndRestart(ActorRef<Act> child) {
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart child for bad", "made child");
    }

    @Test
    void shouldStopAnActorThatFailsTooOften() {
        ActorRef<Act> child = childUnder(Supervision.restart().limit(2, HOUR));
        failAndRestart(child);
        failAndRestart(child);
        stage.fail(child, "bad");
        stage.diary.expect("stopped child");
        stage.diary.expectTerminated(child);
    }

    @Test
    void shouldTellWhyAnActorHasStopped() {
        ActorRef<Act> child = childUnder(Supervision.restart().limit(1, HOUR));
        failAndRestart(child);
        assertThat(stage.system.stats().stopped()).isEmpty();
        stage.fail(child, "x".repeat(1000));
        stage.diary.expect("stopped child");

        assertThat(stage.system.stats().stopped()).singleElement().satisfies(stopped -> {
            assertThat(stopped.path()).isEqualTo(child.path());
            assertThat(stopped.reason()).isEqualTo("is stopped after 1 restarts within PT1H");
            assertThat(stopped.failure())
                    .startsWith("java.lang.IllegalStateException: xxx")
                    .hasSize(300);
            assertThat(stopped.restarts()).isEqualTo(1);
            assertThat(stopped.agoNanos()).isNotNegative();
        });
    }

    /** The text of the failure is the user's code. */
    @Test
    void shouldHoldUpNobodyWhileTheTextOfAFailureIsMade() {
        var failure = new Failure(() -> CompletableFuture.supplyAsync(
                        () -> "failure " + stage.system.stats().failures(), Thread.ofPlatform()::start)
                .orTimeout(10, TimeUnit.SECONDS)
                .join());
        ActorRef<Act> child = childUnder(Supervision.always(Directive.STOP));
        child.tell(Puppet.fail(failure));
        stage.diary.expect("stopped child");
        assertThat(stage.system.stats().stopped())
                .extracting(StoppedActor::failure)
                .containsExactly(Failure.class.getName() + ": failure 1");
    }

    @Test
    void shouldTellOfTheLast16ActorsThatHaveStoppedAfterAFailure() {
        ActorRef<Act> parent = stage.spawn(
                ActorOptions.defaults().name("parent").childSupervision(Supervision.always(Directive.STOP)));
        for (int i = 0; i < 18; i++) {
            stage.fail(stage.spawn(parent, "child" + i), "bad");
            stage.diary.expect("stopped child" + i);
        }
        ActorRef<Act> asked = stage.spawn(parent, "asked");
        stage.kit.stop(asked);

        assertThat(stage.system.stats().stopped())
                .extracting(StoppedActor::path)
                .hasSize(16)
                .startsWith("/test/parent/child2")
                .endsWith("/test/parent/child17");
    }

    @Test
    void shouldNotRestartAtAllIfTheLimitIsZero() {
        ActorRef<Act> child = childUnder(Supervision.restart().limit(0, HOUR));
        stage.fail(child, "bad");
        stage.diary.expect("stopped child");
    }

    @Test
    void shouldForgetRestartsOutsideOfTheWindow() {
        Duration window = Duration.ofMillis(20);
        ActorRef<Act> child = childUnder(Supervision.restart().limit(1, window));
        for (int i = 0; i < 3; i++) {
            failAndRestart(child);
            stage.diary.expectNothingFor(window);
        }
    }

    @Test
    void shouldTakeAWindowThatNeverEnds() {
        ActorRef<Act> child = childUnder(Supervision.restart().limit(1, FOREVER));
        failAndRestart(child);
        stage.fail(child, "bad");
        stage.diary.expect("stopped child");
    }

    @Test
    void shouldNotCountTheRestartsOfASibling() {
        ActorRef<Act> parent = stage.spawn(ActorOptions.defaults()
                .name("parent")
                .childSupervision(Supervision.restart().limit(1, HOUR)));
        ActorRef<Act> sibling = stage.spawn(parent, "sibling");
        stage.fail(sibling, "bad");
        stage.diary.expectInOrder("restart sibling for bad", "made sibling");
        failAndRestart(stage.spawn(parent, "child"));
    }

    @Test
    void shouldDelayRestartsAndHoldMessagesMeanwhile() {
        Duration delay = Duration.ofMillis(30);
        ActorRef<Act> child = childUnder(Supervision.restart().backoff(delay, delay, 0));
        long before = stage.system.scheduler().nanoTime();
        stage.fail(child, "bad");
        child.tell(stage.say("waited"));
        stage.diary.expectInOrder("restart child for bad", "made child", "waited");
        assertThat(stage.system.scheduler().nanoTime() - before).isGreaterThanOrEqualTo(delay.toNanos());
    }

    @Test
    void shouldStopDuringABackOff() {
        ActorRef<Act> child = childUnder(Supervision.restart().backoff(HOUR, HOUR, 0));
        stage.fail(child, "bad");
        stage.diary.expect("restart child for bad");
        stage.kit.stop(child);
    }

    @Test
    void shouldDoubleTheBackOffUpToItsBound() {
        Supervision supervision =
                Supervision.restart().limit(100, HOUR).backoff(Duration.ofNanos(10), Duration.ofNanos(35), 0);
        var history = new RestartHistory();

        assertThat(delayAfter(history, supervision, 0)).isEqualTo(10);
        assertThat(delayAfter(history, supervision, 0)).isEqualTo(20);
        assertThat(delayAfter(history, supervision, 0)).isEqualTo(35);
        for (int i = 0; i < 90; i++) {
            assertThat(delayAfter(history, supervision, 0)).isEqualTo(35);
        }
    }

    @Test
    void shouldLengthenABackOffByAtMostItsJitter() {
        Supervision supervision = Supervision.restart().backoff(Duration.ofNanos(1000), Duration.ofNanos(1000), 0.5);
        var history = new RestartHistory();

        assertThat(delayAfter(history, supervision, 0)).isEqualTo(1000);
        assertThat(delayAfter(history, supervision, 0.5)).isEqualTo(1250);
        assertThat(delayAfter(history, supervision, MOST)).isBetween(1490L, 1500L);
    }

    @Test
    void shouldTakeABackOffOfAnyLength() {
        Supervision supervision = Supervision.restart().backoff(FOREVER, FOREVER, 1);

        assertThat(delayAfter(new RestartHistory(), supervision, MOST)).isPositive();
    }

    @Test
    void shouldBeginAgainWithTheShortestBackOffAfterTheWindow() {
        Supervision supervision = Supervision.restart()
                .limit(100, Duration.ofNanos(1000))
                .backoff(Duration.ofNanos(10), Duration.ofNanos(1000), 0);
        var history = new RestartHistory();

        history.add(supervision, 0);
        history.add(supervision, 1);
        assertThat(history.addDelay(supervision.backoff(), 0)).isEqualTo(20);
        history.add(supervision, 1021); // of which it was delayed for 20
        assertThat(history.addDelay(supervision.backoff(), 0)).isEqualTo(10);
    }

    @Test
    void shouldReachTheLongestBackOffAndThenTheLimit() {
        Supervision supervision = Supervision.restart().backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 0);
        var history = new RestartHistory();
        long now = 0;
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60, 60, 60}) {
            assertThat(history.add(supervision, now)).isTrue();
            long delay = history.addDelay(supervision.backoff(), 0);
            assertThat(delay).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
            now += delay;
        }
        assertThat(history.add(supervision, now)).isFalse();
    }

    private static long delayAfter(RestartHistory history, Supervision supervision, double random) {
        history.add(supervision, 0);
        return history.addDelay(supervision.backoff(), random);
    }
}
