package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProbeTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private final ActorTestKit kit =
            ActorTestKit.builder("kit").deadline(Duration.ofSeconds(10)).build();
    private final Probe<Object> probe = kit.probe("probe");

    @AfterEach
    void close() {
        kit.close();
    }

    private void send(Object... messages) {
        for (Object message : messages) {
            probe.ref().tell(message);
        }
    }

    /** Sends, and waits until the probe has recorded all of it and no actor of the system is at work any more. */
    private void sendAndSettle(Object... messages) {
        CountDownLatch recorded = new CountDownLatch(messages.length);
        probe.respond(message -> recorded.countDown());
        send(messages);
        Await.until(
                "all is recorded and the actors are idle",
                () -> recorded.getCount() == 0 && kit.system().tree().toString().contains("/kit  IDLE\n  probe  IDLE"));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(ThrowingCallable expectation) {
        return assertThatThrownBy(expectation).isInstanceOf(AssertionError.class);
    }

    // What comes as expected

    @Test
    void shouldTakeMessagesInTheirOrder() {
        send("a", "b", 3, "d", "e");
        assertThat(probe.expect("a")).isEqualTo("a");
        assertThat(probe.receive()).isEqualTo("b");
        assertThat(probe.expectType(Integer.class)).isEqualTo(3);
        assertThat(probe.receive(2)).containsExactly("d", "e");
        probe.expectNothingFor(SHORT);
    }

    @Test
    void shouldTakeWhatMatches() {
        send("abc", "def");
        probe.expectMatching(message -> message.equals("abc"));
        probe.expectMatching("something with e", message -> message.toString().contains("e"));
    }

    @Test
    void shouldTakeSeveral() {
        send("a", "b", "b", "c", "b", "b", "a");
        probe.expectInOrder("a", "b", "b");
        probe.expectInAnyOrder("a", "b", "b", "c");
    }

    @Test
    void shouldWaitForWhatComesLater() {
        ActorRef<Object> slow = kit.system().spawn("slow", context -> message -> {
            context.timers().startSingle("key", "tick", SHORT);
            if (message.equals("tick")) {
                context.timers().cancelAll();
                probe.ref().tell("late");
            }
        });
        slow.tell("go");
        probe.expect("late");
    }

    @Test
    void shouldAnswer() {
        Probe<ActorRef<String>> service = kit.probe("service");
        service.respond(replyTo -> replyTo.tell("answer"));
        assertThat(kit.<ActorRef<String>, String>ask(service.ref(), replyTo -> replyTo))
                .isEqualTo("answer");
        CompletableFuture<String> second = service.ref().ask(replyTo -> replyTo, Duration.ofSeconds(10));
        assertThat(kit.await(second)).isEqualTo("answer");
        assertThat(service.receive(2)).hasSize(2);
    }

    @Test
    void shouldBeAnsweredByTheTest() {
        Probe<ActorRef<String>> service = kit.probe("service");
        CompletableFuture<String> answer = service.ref().ask(replyTo -> replyTo, Duration.ofSeconds(10));
        service.receive().tell("by hand");
        assertThat(kit.await(answer)).isEqualTo("by hand");
    }

    @Test
    void shouldHaveAllMessagesOfAnActorThatHasEnded() {
        ActorRef<Object> actor = kit.system().spawn(context -> message -> {
            send(1, 2, 3);
            context.stop();
        });
        actor.tell("go");
        probe.expectTerminated(actor);
        probe.within(Duration.ofNanos(1)).expectInOrder(1, 2, 3);
        probe.expectTerminated(actor);
    }

    // What doesn't

    @Test
    void shouldSayWhatCameInstead() {
        sendAndSettle("b", "c");
        assertFails(() -> probe.expect("a"))
                .hasMessageContaining("/kit/probe expected a within PT10S, but got b, and then [c]\n/kit  IDLE\n");
    }

    @Test
    void shouldSayThatNothingCame() {
        sendAndSettle();
        assertFails(() -> probe.within(SHORT).expect("a"))
                .hasMessageContaining("expected a within PT0.02S, but nothing came\n/kit  IDLE\n  probe  IDLE");
        assertFails(() -> probe.within(SHORT).receive()).hasMessageContaining("expected a message within");
    }

    @Test
    void shouldSayWhichTypeWasExpected() {
        send("a");
        assertFails(() -> probe.expectType(Integer.class)).hasMessageContaining("class java.lang.Integer");
    }

    @Test
    void shouldSayWhatDidNotMatch() {
        send("a", "b");
        assertFails(() -> probe.expectMatching("a number", Integer.class::isInstance))
                .hasMessageContaining("expected a number within PT10S, but got a");
        assertFails(() -> probe.expectMatching(Integer.class::isInstance)).hasMessageContaining("but got b");
    }

    @Test
    void shouldSayHowManyCame() {
        sendAndSettle("a", "b");
        assertFails(() -> probe.within(SHORT).receive(3))
                .hasMessageContaining("3 messages")
                .hasMessageContaining("only got [a, b]");
    }

    @Test
    void shouldSayWhatIsMissingAndWhatIsTooMuch() {
        send("c", "a", "d");
        assertFails(() -> probe.expectInAnyOrder("a", "b", "c"))
                .hasMessageContaining("[a, b, c] in any order")
                .hasMessageContaining("got [d] in place of [b]");
        send("b", "a");
        assertFails(() -> probe.expectInOrder("a", "b"))
                .hasMessageContaining("[a, b] in this order")
                .hasMessageContaining("got [b, a]");
    }

    @Test
    void shouldSayWhatCameThoughNothingWasExpected() {
        send("a");
        assertFails(() -> probe.expectNothingFor(Duration.ofMinutes(1)))
                .hasMessageContaining("expected nothing for PT1M, but got [a]");
        probe.expect("a");
    }

    @Test
    void shouldSayWhoLives() {
        ActorRef<Object> actor = kit.system().spawn("survivor", context -> message -> {});
        assertFails(() -> probe.within(SHORT).expectTerminated(actor))
                .hasMessageContaining("expected the end of /kit/survivor within PT0.02S, but it lives");
        kit.stop(actor);
        probe.expectTerminated(actor);
    }

    @Test
    void shouldRefuseToWatchStrangers() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<Object> stranger = other.spawn("stranger", context -> message -> {});
            assertThatThrownBy(() -> probe.expectTerminated(stranger))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("/other/stranger");
        }
    }

    @Test
    void shouldNotWaitWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertFails(probe::receive).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
