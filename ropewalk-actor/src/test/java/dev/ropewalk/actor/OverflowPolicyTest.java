package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Recipient.Question;
import dev.ropewalk.actor.system.Snapshots;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of messages to a full mailbox. */
@Timeout(30)
class OverflowPolicyTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ActorSystem system = ActorSystem.create("overflow");

    @AfterEach
    void close() {
        system.close();
    }

    private Recipient recipient(int capacity, OverflowPolicy policy) {
        return new Recipient(system, ActorOptions.defaults().name("full").mailbox(Mailbox.bounded(capacity, policy)));
    }

    private static CompletableFuture<String> ask(Recipient recipient, String text) {
        return recipient.ref.ask(replyTo -> new Question(text, replyTo), LONG);
    }

    private static void assertRefused(CompletableFuture<String> answer) {
        assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(MailboxFullException.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldAsManyMessagesAsItsCapacitySays(OverflowPolicy policy) {
        Recipient recipient = recipient(3, policy);
        Hold hold = recipient.hold();
        for (int i = 1; i <= 3; i++) {
            assertThat(recipient.ref.tryTell(i)).isTrue();
        }
        assertThat(recipient.ref.tryTell(4)).isFalse();
        hold.open();
        recipient.await(1, 2, 3);
        assertThat(recipient.ref.tryTell(5)).isTrue();
        recipient.await(1, 2, 3, 5);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BLOCK")
    void shouldNeverWaitUnlessItBlocks(OverflowPolicy policy) {
        Recipient recipient = recipient(1, policy);
        Hold hold = recipient.hold();
        recipient.ref.tell(1);
        assertThat(recipient.ref.tell(2, LONG)).isFalse();
        hold.open();
        recipient.await(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellWhoAsksAStoppedActorAtOnce(OverflowPolicy policy) throws Exception {
        Recipient recipient = recipient(1, policy);
        system.stop(recipient.ref);
        system.whenStopped(recipient.ref).get(10, TimeUnit.SECONDS);
        assertThat(ask(recipient, "1")).isCompletedExceptionally();
        assertThat(ask(recipient, "2")).isCompletedExceptionally();
    }

    @Test
    void shouldDropTheNewest() {
        Recipient recipient = recipient(2, OverflowPolicy.DROP_NEWEST);
        Hold hold = recipient.hold();
        recipient.ref.tell(1);
        recipient.ref.tell(2);
        recipient.ref.tell(3);
        assertThat(recipient.ref.tellAsync(4)).isCompleted();
        assertRefused(ask(recipient, "5"));
        hold.open();
        recipient.await(1, 2);
    }

    @Test
    void shouldDropTheOldest() throws Exception {
        Recipient recipient = recipient(2, OverflowPolicy.DROP_OLDEST);
        Hold hold = recipient.hold();
        CompletableFuture<String> first = ask(recipient, "1");
        recipient.ref.tell(2);
        recipient.ref.tell(3);
        assertRefused(first);
        assertThat(recipient.ref.tellAsync(4)).isCompleted();
        CompletableFuture<String> last = ask(recipient, "5");
        assertThat(recipient.snapshot().waiting()).isEqualTo(2);
        hold.open();
        recipient.await(4, "5");
        assertThat(last.get(10, TimeUnit.SECONDS)).isEqualTo("5");
    }

    @Test
    void shouldPushOutTheSameObject() {
        Recipient recipient = recipient(1, OverflowPolicy.DROP_OLDEST);
        Hold hold = recipient.hold();
        for (int i = 0; i < 5; i++) {
            recipient.ref.tell("same");
        }
        hold.open();
        recipient.await("same");
        recipient.ref.tell("other");
        recipient.await("same", "other");
    }

    @Test
    void shouldFailTheSender() {
        Recipient recipient = recipient(2, OverflowPolicy.FAIL);
        Hold hold = recipient.hold();
        recipient.ref.tell(1);
        recipient.ref.tell(2);
        assertThatThrownBy(() -> recipient.ref.tell(3))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("/overflow/full")
                .hasMessageContaining("2 messages");
        assertThat(recipient.ref.tellAsync(4))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(MailboxFullException.class);
        assertRefused(ask(recipient, "5"));
        hold.open();
        recipient.await(1, 2);
    }

    @Test
    void shouldMakeDeadLetters() {
        var deadLetters = new Recipient(system, Mailbox.unbounded());
        system.events().subscribe(DeadLetter.class, deadLetters.ref);
        Recipient recipient = recipient(2, OverflowPolicy.DEAD_LETTER);
        Hold hold = recipient.hold();
        recipient.ref.tell(1);
        recipient.ref.tell(2);
        recipient.ref.tell(3);
        assertThat(recipient.ref.tellAsync(4)).isCompleted();
        assertRefused(ask(recipient, "5"));
        hold.open();
        recipient.await(1, 2);
        Await.until("all dead letters come", () -> deadLetters.received().size() == 3);
        assertThat(deadLetters.received().subList(0, 2))
                .containsExactly(
                        new DeadLetter(3, recipient.ref, DeadLetter.Reason.MAILBOX_FULL),
                        new DeadLetter(4, recipient.ref, DeadLetter.Reason.MAILBOX_FULL));
    }

    @Test
    void shouldLetTimersInOverTheCapacity() {
        var recipient = new Recipient(system, Mailbox.unbounded());
        ActorOptions<Object> options = ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL));
        ActorRef<Object> timed = system.spawn(options, context -> message -> {
            if (message instanceof Hold hold) {
                context.timers().startSingle("key", "tick", Duration.ZERO);
                hold.pass(context.scheduler());
            } else {
                recipient.ref.tell(message);
            }
        });
        var hold = new Hold();
        timed.tell(hold);
        Await.until(
                "the tick waits",
                () -> hold.isEntered()
                        && Snapshots.of(Internals.cellOf(system, timed)).waiting() == 1);
        assertThat(timed.tryTell(1)).isTrue();
        assertThat(timed.tryTell(2)).isFalse();
        hold.open();
        recipient.await("tick", 1);
    }

    @Test
    void shouldRefuseACapacityBelowOne() {
        assertThatThrownBy(() -> Mailbox.bounded(0, OverflowPolicy.BLOCK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
