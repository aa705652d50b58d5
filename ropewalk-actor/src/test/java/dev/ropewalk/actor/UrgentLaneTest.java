package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Recipient.Question;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that overtake all others. */
@Timeout(30)
class UrgentLaneTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ActorSystem system = ActorSystem.create("urgent");

    @AfterEach
    void close() {
        system.close();
    }

    private static boolean isUrgent(Object message) {
        if ("bad".equals(message)) {
            throw new IllegalStateException("no idea");
        }
        return String.valueOf(message instanceof Question question ? question.text() : message)
                .startsWith("!");
    }

    private Recipient recipient(Mailbox<Object> mailbox) {
        return new Recipient(system, mailbox.urgent(UrgentLaneTest::isUrgent));
    }

    @Test
    void shouldOvertakeAllOthersInTheirOrder() {
        Recipient recipient = recipient(Mailbox.unbounded());
        Hold hold = recipient.hold();
        recipient.ref.tell("a");
        recipient.ref.tell("!1");
        recipient.ref.tell("b");
        assertThat(recipient.ref.tryTell("!2")).isTrue();
        recipient.ref.tellAsync("!3").join();
        hold.open();
        recipient.await("!1", "!2", "!3", "a", "b");
    }

    @Test
    void shouldOvertakeWhatIsFirstByPriority() {
        Recipient recipient = recipient(Mailbox.priority(Comparator.comparing(Object::toString)));
        Hold hold = recipient.hold();
        recipient.ref.tell("b");
        recipient.ref.tell("a");
        recipient.ref.tell("!z");
        hold.open();
        recipient.await("!z", "a", "b");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverBeRefusedForWantOfRoomAndTakeNone(OverflowPolicy policy) throws Exception {
        Recipient recipient = recipient(Mailbox.bounded(2, policy));
        Hold hold = recipient.hold();
        recipient.ref.tell("!1");
        recipient.ref.tell("!2");
        assertThat(recipient.ref.tryTell("a")).isTrue();
        assertThat(recipient.ref.tryTell("b")).isTrue();
        assertThat(recipient.ref.tryTell("c")).isFalse();
        recipient.ref.tell("!3");
        assertThat(recipient.ref.tryTell("!4")).isTrue();
        assertThat(recipient.ref.tell("!5", LONG)).isTrue();
        assertThat(recipient.ref.tellAsync("!6")).isCompleted();
        CompletableFuture<String> answer = recipient.ref.ask(replyTo -> new Question("!7", replyTo), LONG);
        assertThat(recipient.snapshot().waiting()).isEqualTo(9);
        hold.open();
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("!7");
        recipient.await("!1", "!2", "!3", "!4", "!5", "!6", "!7", "a", "b");
    }

    @Test
    void shouldKeepNobodyElseFromAnEventThatThePredicateCannotJudge() {
        try (var log = new CapturedLog("dev.ropewalk")) {
            Recipient picky = recipient(Mailbox.unbounded());
            var other = new Recipient(system, Mailbox.unbounded());
            system.events().subscribe(String.class, picky.ref);
            system.events().subscribe(String.class, other.ref);
            system.events().publish("bad");
            system.events().publish("good");
            other.await("bad", "good");
            picky.await("good");
            assertThat(log.messages(picky.ref.path())).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetTheSenderHaveWhatThePredicateThrows(OverflowPolicy policy) {
        Recipient recipient = recipient(Mailbox.bounded(2, policy));
        Hold hold = recipient.hold();
        recipient.ref.tell("a");
        assertThatThrownBy(() -> recipient.ref.tell("bad")).hasMessage("no idea");
        assertThatThrownBy(() -> recipient.ref.tryTell("bad")).hasMessage("no idea");
        assertThatThrownBy(() -> recipient.ref.tell("bad", LONG)).hasMessage("no idea");
        assertThatThrownBy(() -> recipient.ref.tellAsync("bad")).hasMessage("no idea");
        recipient.ref.tell("b");
        hold.open();
        recipient.await("a", "b");
    }
}
