package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Entities that can't be made: each is given up after some restarts, and whoever has sent to it is told, or goes on until one can be made. */
class FailingFactoryTest extends ClusterTests {
    private static final EntityType<String, Object> CLERKS = EntityType.of("clerk", String.class, Object.class);
    private static final int TRIES_OF_ONE = 11;

    private final AtomicInteger tries = new AtomicInteger();
    private final ConcurrentLinkedQueue<Object> told = new ConcurrentLinkedQueue<>();
    private final EntityRef<String, Object> clerk =
            cluster.host(CLERKS, this::clerk).entity("ann");
    private volatile boolean isOpen;

    private Actor<Object> clerk(EntityContext<String, Object> entity) {
        tries.incrementAndGet();
        if (!isOpen) {
            throw new IllegalStateException("on purpose");
        }
        return told::add;
    }

    @Test
    void shouldMakeADeadLetterOfAMessage() {
        clerk.tell("lost");
        Await.until("it is given up", () -> !deadLetters.isEmpty());
        assertThat(deadLetters).extracting(DeadLetter::message).containsExactly("lost");
        assertIsGivenUp();
    }

    @Test
    void shouldFailAQuestion() {
        CompletableFuture<String> answer = clerk.ask(replyTo -> replyTo, Duration.ofMinutes(1));
        assertThatThrownBy(() -> get(answer)).hasCauseInstanceOf(ActorStoppedException.class);
        assertIsGivenUp();
    }

    private List<String> linesOfEnds() {
        return log.messages("failed and is stopped after 10 restarts within PT10S");
    }

    /** Another one begins for the same message if one is given up before that can be sent to it. */
    private void assertIsGivenUp() {
        assertThat(tries.get() % TRIES_OF_ONE).as(tries + " tries").isZero();
        assertThat(linesOfEnds()).hasSize(tries.get() / TRIES_OF_ONE).allMatch(line -> line.contains("on purpose"));
    }

    @Test
    void shouldKeepAMessageThatIsToBeDeliveredUntilOneCanBeMade() throws Exception {
        ReliableRef<String, Object> sender = clerk.reliable();
        CompletableFuture<Void> delivered = sender.deliver("kept");
        Await.until(
                "one after the other is given up",
                () -> sender.stats().redelivered() >= 3 && linesOfEnds().size() >= 3);
        assertThat(delivered).isNotDone();
        assertThat(sender.stats().waiting()).isEqualTo(1);
        isOpen = true;
        get(delivered);
        assertThat(told).containsExactly("kept");
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldTellOfAMessageThatIsToBeDeliveredWhenTheClusterIsClosed() {
        ReliableRef<String, Object> sender = clerk.reliable();
        CompletableFuture<Void> delivered = sender.deliver("given up");
        Await.until("it was sent again", () -> sender.stats().redelivered() >= 1);
        cluster.close();
        assertThatThrownBy(() -> get(delivered)).hasCauseInstanceOf(UndeliveredException.class);
        assertThat(sender.stats().waiting()).isZero();
    }
}
