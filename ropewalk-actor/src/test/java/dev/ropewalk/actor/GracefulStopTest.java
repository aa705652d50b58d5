package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.MailboxKind.Letter;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** An actor that is stopped gracefully has handled all that was sent to it before, whatever its mailbox. */
@ParameterizedClass
@MethodSource("dev.ropewalk.actor.MailboxKind#all")
@Timeout(60)
class GracefulStopTest {
    private static final int SENDERS = 4;
    private static final int EACH = 500;

    private final MailboxKind kind;
    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final ActorSystem system = ActorSystem.create("graceful");
    private final ConcurrentLinkedQueue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Object> handled = new ConcurrentLinkedQueue<>();
    private final Hold hold = new Hold();

    GracefulStopTest(MailboxKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void listen() {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn("morgue", _ -> deadLetters::add));
    }

    @AfterEach
    void close() {
        hold.open();
        system.close();
        log.close();
    }

    private ActorOptions<Object> options() {
        return ActorOptions.defaults().mailbox(kind.mailbox());
    }

    private void handle(Object message) throws Exception {
        if (message.equals(hold)) {
            hold.pass(system.scheduler());
            return;
        }
        handled.add(message);
        if (message instanceof Letter letter && letter.number() == EACH / 2) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Holds the actor up, sends to it, in part by senders that wait for room, and stops it; all must be handled. */
    private void checkAllAreHandled(ActorRef<Object> actor) throws Exception {
        actor.tell(hold);
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int number = 1; number <= EACH; number++) {
            for (int from = 0; from < SENDERS; from++) {
                sent.add(actor.tellAsync(new Letter(from, number)));
            }
        }
        system.stopGracefully(actor);
        CompletableFuture<Void> stopped = system.whenStopped(actor);
        hold.open();
        stopped.get(30, TimeUnit.SECONDS);

        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        for (int from = 0; from < SENDERS; from++) {
            int sender = from;
            assertThat(handled)
                    .filteredOn(message -> ((Letter) message).from() == sender)
                    .map(message -> ((Letter) message).number())
                    .hasSize(EACH)
                    .isSorted();
        }
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldHandleAllThatWaits() throws Exception {
        checkAllAreHandled(system.spawn(options(), context -> this::handle));
    }

    @Test
    void shouldHandleAllThatWaitsThroughRestartsWithBackOff() throws Exception {
        ActorRef<CompletableFuture<ActorRef<Object>>> parent = system.spawn(
                ActorOptions.defaults()
                        .childSupervision(Supervision.restart().backoff(Duration.ofMillis(1), Duration.ofMillis(2), 0)),
                context -> child -> child.complete(context.spawn(options(), inner -> this::handle)));
        var child = new CompletableFuture<ActorRef<Object>>();
        parent.tell(child);
        checkAllAreHandled(child.get(10, TimeUnit.SECONDS));
    }

    @Test
    void shouldHandleAllThatWaitsForABlockingActor() throws Exception {
        checkAllAreHandled(system.spawnBlocking(options(), inbox -> {
            while (true) {
                handle(inbox.receive());
            }
        }));
    }

    @Test
    void shouldAnswerWhatWasAskedBefore() throws Exception {
        ActorRef<ActorRef<Integer>> actor = system.spawn(options(), context -> replyTo -> replyTo.tell(1));
        CompletableFuture<Integer> answer = actor.ask(replyTo -> replyTo, Duration.ofSeconds(30));
        system.stopGracefully(actor);
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(1);
        system.whenStopped(actor).get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldStopOnce() throws Exception {
        ActorRef<Object> actor = system.spawn(options(), context -> this::handle);
        for (int i = 0; i < 3; i++) {
            system.stopGracefully(actor);
        }
        system.whenStopped(actor).get(30, TimeUnit.SECONDS);
        system.stopGracefully(actor);
        assertThat(log.messages("")).isEmpty();
    }
}
