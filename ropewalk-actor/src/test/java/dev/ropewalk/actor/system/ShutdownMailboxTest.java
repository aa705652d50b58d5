package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Mailboxes of all kinds while the scheduler closes: what was accepted is handled, and only what comes later is a dead letter. */
@Timeout(120)
class ShutdownMailboxTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler =
            Scheduler.builder().workers(1).maxSpareWorkers(0).build();
    private final ActorSystem system =
            ActorSystem.builder("guest").scheduler(scheduler).build();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /** What the next sender does, after it was accepted and before its message is in the mailbox. */
    private final AtomicReference<Runnable> whenSent = new AtomicReference<>(() -> {});

    @AfterEach
    void close() {
        gate.open();
        scheduler.close(Duration.ZERO);
        system.close(Duration.ZERO);
        log.close();
    }

    /** The kinds of mailboxes; those with a bound hold three messages. */
    enum Kind {
        PLAIN,
        UNBOUNDED,
        PRIORITY,
        BLOCK,
        DROP_OLDEST,
        DROP_NEWEST,
        FAIL,
        DEAD_LETTER;

        Mailbox<Object> mailbox() {
            return switch (this) {
                case PLAIN, UNBOUNDED -> Mailbox.unbounded();
                case PRIORITY -> Mailbox.priority(Comparator.comparing(String::valueOf));
                default -> Mailbox.bounded(3, OverflowPolicy.valueOf(name()));
            };
        }
    }

    /** Returns an actor that is held up; all kinds but the plain one have an urgent lane. */
    private ActorRef<Object> held(Kind kind) {
        Mailbox<Object> mailbox = kind.mailbox();
        if (kind != Kind.PLAIN) {
            mailbox = mailbox.urgent(message -> {
                whenSent.getAndSet(() -> {}).run();
                return message.toString().startsWith("urgent");
            });
        }
        ActorRef<Object> actor = system.spawn(ActorOptions.defaults().mailbox(mailbox), context -> message -> {
            if (message instanceof Gate hold) {
                hold.pass(scheduler);
            } else {
                handled.add((String) message);
            }
        });
        actor.tell(gate);
        Await.until("the actor is held", gate::isEntered);
        return actor;
    }

    private void beginToClose() {
        Thread.ofPlatform().start(() -> {
            try {
                scheduler.close(LONG);
                closed.complete(null);
            } catch (Throwable thrown) {
                closed.completeExceptionally(thrown);
            }
        });
        Await.until(
                "the scheduler is closing",
                () -> catchThrowable(() -> scheduler.execute(() -> {})) instanceof RejectedExecutionException);
    }

    private void finishClosing() throws Exception {
        gate.open();
        closed.get(60, TimeUnit.SECONDS);
        assertThat(system.awaitTermination(LONG)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseNothingButWhatIsLate(Kind kind) throws Exception {
        ActorRef<Object> actor = held(kind);
        List<String> accepted = new ArrayList<>(List.of("b1", "b2"));
        if (kind == Kind.DROP_OLDEST) {
            accepted.add("b3"); // full: the next one would push out the oldest
        }
        accepted.forEach(actor::tell);
        beginToClose();

        for (String late : List.of("a", "c", "urgent")) {
            assertThat(actor.tryTell(late)).isFalse();
            assertThat(actor.tell(late, LONG)).isFalse();
            assertThat(CellInsides.deadLettersOf(system)).isZero();
        }
        int letters = 0;
        for (String late : List.of("a", "c", "urgent")) {
            actor.tell(late);
            assertThat(actor.tellAsync(late)).isCompleted();
            assertThat(actor.ask(replyTo -> late, LONG)
                            .handle((answer, thrown) -> thrown)
                            .get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ActorStoppedException.class);
            letters += 3;
            assertThat(CellInsides.deadLettersOf(system)).isEqualTo(letters);
        }
        assertThat(Internals.cellOf(system, actor).waiting()).isEqualTo(accepted.size());
        finishClosing();

        assertThat(handled).isEqualTo(accepted);
        assertThat(CellInsides.deadLettersOf(system)).isEqualTo(letters);
        assertThat(Internals.cellOf(system, actor).dropped()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PLAIN")
    void shouldHandleWhatWasAcceptedBeforeItsTokenCame(Kind kind) throws Exception {
        ActorRef<Object> actor = held(kind);
        actor.tell("b1");
        whenSent.set(this::beginToClose);

        assertThat(actor.tryTell("b2")).isTrue();
        finishClosing();

        assertThat(handled).containsExactly("b1", "b2");
        assertThat(CellInsides.deadLettersOf(system)).isZero();
    }

    @Test
    void shouldHandleWhatWaitedForRoom() throws Exception {
        ActorRef<Object> actor = held(Kind.BLOCK);
        List.of("b1", "b2", "b3").forEach(actor::tell);
        var told = new CompletableFuture<Boolean>();
        Thread.ofPlatform().start(() -> told.complete(actor.tell("b4", LONG)));
        Await.until("it waits for room", () -> CellInsides.hasWaiters(Internals.cellOf(system, actor)));
        CompletableFuture<Void> async = actor.tellAsync("b5");
        beginToClose();
        finishClosing();

        assertThat(told.get(60, TimeUnit.SECONDS)).isTrue();
        async.get(60, TimeUnit.SECONDS);
        assertThat(handled).containsExactly("b1", "b2", "b3", "b4", "b5");
        assertThat(CellInsides.deadLettersOf(system)).isZero();
    }
}
