package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Recipient.Question;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The smallest message first. */
@Timeout(30)
class PriorityMailboxTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ActorSystem system = ActorSystem.create("priority");

    /** A job, and in which order it was sent. */
    private record Job(int priority, int number) {}

    @AfterEach
    void close() {
        system.close();
    }

    private static int priority(Object message) {
        return switch (message) {
            case Job job -> 100 / job.priority();
            case Question(String text, ActorRef<String> replyTo) -> 100 / Integer.parseInt(text);
            default -> 0;
        };
    }

    private Recipient recipient() {
        return new Recipient(system, Mailbox.priority(Comparator.comparingInt(PriorityMailboxTest::priority)));
    }

    @Test
    void shouldHandleTheSmallestFirstAndWithinOnePriorityTheOldest() {
        Recipient recipient = recipient();
        Hold hold = recipient.hold();
        recipient.ref.tell(new Job(1, 1));
        recipient.ref.tell(new Job(5, 2));
        recipient.ref.tell(new Job(1, 3));
        recipient.ref.tell(new Job(9, 4));
        recipient.ref.tell(new Job(5, 5));
        hold.open();
        recipient.await(new Job(9, 4), new Job(5, 2), new Job(5, 5), new Job(1, 1), new Job(1, 3));
    }

    @Test
    void shouldOrderQuestionsByWhatIsAsked() throws Exception {
        Recipient recipient = recipient();
        Hold hold = recipient.hold();
        CompletableFuture<String> answer = recipient.ref.ask(replyTo -> new Question("2", replyTo), LONG);
        recipient.ref.tell(new Job(1, 1));
        recipient.ref.tell(new Job(3, 2));
        hold.open();
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("2");
        recipient.await(new Job(3, 2), "2", new Job(1, 1));
    }

    @Test
    void shouldLetTheSenderHaveWhatTheComparatorThrows() {
        Recipient recipient = recipient();
        Hold hold = recipient.hold();
        assertThatThrownBy(() -> recipient.ref.tell(new Job(0, 1))).isInstanceOf(ArithmeticException.class);
        recipient.ref.tell(new Job(1, 2));
        assertThatThrownBy(() -> recipient.ref.tryTell(new Job(0, 3))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> recipient.ref.tellAsync(new Job(0, 4))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> recipient.ref.<String>ask(replyTo -> new Question("0", replyTo), LONG))
                .isInstanceOf(ArithmeticException.class);
        recipient.ref.tell(new Job(2, 5));
        assertThat(recipient.snapshot().waiting()).isEqualTo(2);
        hold.open();
        recipient.await(new Job(2, 5), new Job(1, 2));
        recipient.ref.tell(new Job(3, 6));
        recipient.await(new Job(2, 5), new Job(1, 2), new Job(3, 6));
    }
}
