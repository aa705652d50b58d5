package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Hold;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Recipient;
import dev.ropewalk.actor.Recipient.Question;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for room in a full mailbox. */
@Timeout(30)
class WaitingThreadTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler = Scheduler.builder().workers(1).build();
    private final ActorSystem system =
            ActorSystem.builder("threads").scheduler(scheduler).build();
    private final Recipient full = new Recipient(
            system, ActorOptions.defaults().name("full").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)));
    private final Hold hold = full.hold();

    WaitingThreadTest() {
        full.ref.tell("first");
    }

    @AfterEach
    void close() {
        hold.open();
        system.close();
        scheduler.close();
        log.close();
    }

    /** A thread that has begun something and waits. */
    private record Waiting<T>(Thread thread, FutureTask<T> result) {
        T get() throws Exception {
            return result.get(10, TimeUnit.SECONDS);
        }
    }

    private <T> Waiting<T> waiting(boolean virtual, Callable<T> call) {
        var result = new FutureTask<>(call);
        Thread thread = (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(result);
        Await.until("the thread waits", () -> isParked(thread));
        return new Waiting<>(thread, result);
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private Callable<Boolean> tell(Object message) {
        return () -> {
            full.ref.tell(message);
            return Thread.currentThread().isInterrupted();
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldWaitUntilThereIsRoom(boolean virtual) throws Exception {
        Waiting<Boolean> waiting = waiting(virtual, tell("second"));
        assertThat(waiting.result().isDone()).isFalse();
        hold.open();
        assertThat(waiting.get()).isFalse();
        full.await("first", "second");
    }

    @Test
    void shouldBeLetInOneAfterAnotherInTheOrderOfTheirComing() throws Exception {
        List<Waiting<Boolean>> line = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            line.add(waiting(i % 2 == 0, tell(i)));
        }
        assertThat(full.ref.tryTell("newcomer")).isFalse();
        hold.open();
        for (Waiting<Boolean> each : line) {
            each.get();
        }
        full.await("first", 0, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveUpWhenInterruptedAndNotSend(boolean virtual) throws Exception {
        var status = new CompletableFuture<Boolean>();
        Waiting<Boolean> waiting = waiting(virtual, () -> {
            try {
                return tell("second").call();
            } finally {
                status.complete(Thread.currentThread().isInterrupted());
            }
        });
        waiting.thread().interrupt();
        assertThatThrownBy(waiting::get)
                .hasCauseInstanceOf(SendInterruptedException.class)
                .hasMessageContaining("interrupted")
                .hasMessageContaining("/threads/full");
        assertThat(status.get(10, TimeUnit.SECONDS)).isTrue();
        hold.open();
        full.ref.tell("third");
        full.await("first", "third");
    }

    @Test
    void shouldNotMindAnInterruptWhileThereIsRoom() throws Exception {
        hold.open();
        full.await("first");
        var task = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            return tell("second").call();
        });
        Thread.ofPlatform().start(task);
        assertThat(task.get(10, TimeUnit.SECONDS)).isTrue();
        full.await("first", "second");
    }

    @Test
    void shouldMakeRoomForThoseBehindWhenOneGivesUp() throws Exception {
        Waiting<Boolean> impatient = waiting(false, tell("second"));
        Waiting<Boolean> patient = waiting(false, tell("third"));
        impatient.thread().interrupt();
        assertThatThrownBy(impatient::get).hasCauseInstanceOf(SendInterruptedException.class);
        hold.open();
        patient.get();
        full.await("first", "third");
    }

    @Test
    void shouldGiveUpWhenTheTimeIsUp() {
        long begin = System.nanoTime();
        assertThat(full.ref.tell("second", Duration.ofMillis(20))).isFalse();
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
        assertThat(full.ref.tell("second", Duration.ZERO)).isFalse();
        assertThat(full.ref.tell("second", Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
        hold.open();
        full.ref.tell("third");
        full.await("first", "third");
    }

    @Test
    void shouldSendWithinTheTime() throws Exception {
        Waiting<Boolean> waiting = waiting(false, () -> full.ref.tell("second", Duration.ofSeconds(Long.MAX_VALUE)));
        hold.open();
        assertThat(waiting.get()).isTrue();
        full.await("first", "second");
    }

    @Test
    void shouldGiveUpATimedWaitWhenInterrupted() {
        Waiting<Boolean> waiting = waiting(false, () -> full.ref.tell("second", LONG));
        waiting.thread().interrupt();
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(SendInterruptedException.class);
        hold.open();
        full.await("first");
    }

    @Test
    void shouldCompleteAFutureWhenTheMessageIsIn() {
        CompletableFuture<Void> second = full.ref.tellAsync("second");
        CompletableFuture<Void> third = full.ref.tellAsync("third");
        assertThat(second).isNotDone();
        assertThat(full.ref.tryTell("fourth")).isFalse();
        hold.open();
        assertThat(second).succeedsWithin(LONG);
        assertThat(third).succeedsWithin(LONG);
        full.await("first", "second", "third");
    }

    @Test
    void shouldKeepTheOrderOfAFutureAndALaterMessageOfTheSameThread() throws Exception {
        Waiting<Boolean> waiting = waiting(false, () -> {
            CompletableFuture<Void> sent = full.ref.tellAsync("second");
            full.ref.tell("third");
            return sent.isDone();
        });
        hold.open();
        waiting.get();
        full.await("first", "second", "third");
    }

    @Test
    void shouldFailAQuestionThatFindsNoRoomInTime() {
        CompletableFuture<String> answer = full.ref.ask(replyTo -> new Question("?", replyTo), Duration.ofMillis(20));
        assertThat(answer)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(AskTimeoutException.class)
                .withMessageContaining("/threads/full");
        hold.open();
        full.await("first");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailAQuestionThatWaitsForRoomWhenTheActorStops(boolean virtual) throws Exception {
        var deadLetters = new Recipient(system, Mailbox.unbounded());
        system.events().subscribe(DeadLetter.class, deadLetters.ref);
        Waiting<CompletableFuture<String>> waiting =
                waiting(virtual, () -> full.ref.ask(replyTo -> new Question("?", replyTo), LONG));
        system.stop(full.ref);
        hold.open();
        assertThat(waiting.get())
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(ActorStoppedException.class)
                .withMessageContaining("/threads/full");
        Await.until("both are dead letters", () -> deadLetters.received().size() == 2);
    }

    @Test
    void shouldFailAQuestionWhoseThreadIsInterrupted() throws Exception {
        Waiting<CompletableFuture<String>> waiting =
                waiting(false, () -> full.ref.ask(replyTo -> new Question("?", replyTo), LONG));
        waiting.thread().interrupt();
        assertThatThrownBy(() -> waiting.get().get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(SendInterruptedException.class);
    }

    @Test
    void shouldReturnWhenTheActorStops() throws Exception {
        var deadLetters = new Recipient(system, Mailbox.unbounded());
        system.events().subscribe(DeadLetter.class, deadLetters.ref);
        Waiting<Boolean> plain = waiting(false, tell("second"));
        Waiting<Boolean> timed = waiting(false, () -> full.ref.tell("third", LONG));
        CompletableFuture<Void> future = full.ref.tellAsync("fourth");
        Waiting<CompletableFuture<String>> question =
                waiting(true, () -> full.ref.ask(replyTo -> new Question("?", replyTo), Duration.ofDays(1)));
        system.stop(full.ref);
        hold.open();
        assertThat(plain.get()).isFalse();
        assertThat(timed.get()).isFalse();
        assertThat(future).succeedsWithin(LONG);
        assertThatThrownBy(() -> question.get().get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(full.received()).isEmpty();
        Await.until(
                "what waited is a dead letter",
                () -> deadLetters.received().contains(new DeadLetter("second", full.ref, DeadLetter.Reason.STOPPED)));
        full.ref.tell("fifth");
        assertThat(full.ref.tryTell("sixth")).isFalse();
    }

    @Test
    void shouldReturnWhileTheActorThatStopsWaitsForItsChildren() throws Exception {
        var child = new Hold();
        ActorOptions<Object> small =
                ActorOptions.defaults().name("parent").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK));
        ActorRef<Hold> parent = system.spawn(small, context -> {
            ActorRef<Hold> held = context.spawn(inner -> message -> message.pass(inner.scheduler()));
            held.tell(child);
            return message -> message.pass(context.scheduler());
        });
        var parentHold = new Hold();
        parent.tell(parentHold);
        Await.until("both are held up", () -> parentHold.isEntered() && child.isEntered());
        parent.tell(new Hold());
        Waiting<Void> plain = waiting(false, () -> {
            parent.tell(new Hold());
            return null;
        });
        Waiting<Boolean> timed = waiting(true, () -> parent.tell(new Hold(), LONG));
        system.stop(parent);
        parentHold.open();
        plain.get();
        assertThat(timed.get()).isFalse();
        assertThat(system.whenStopped(parent)).isNotDone();
        child.open();
        system.whenStopped(parent).get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldReturnWhenTheSystemClosesAndTheActorNeverEnds() throws Exception {
        Waiting<Boolean> plain = waiting(false, tell("second"));
        Waiting<Boolean> timed = waiting(false, () -> full.ref.tell("third", LONG));
        assertThat(system.close(Duration.ZERO).isComplete()).isFalse();
        plain.get();
        assertThat(timed.get()).isFalse();
        full.ref.tell("fourth");
        assertThat(full.ref.tryTell("fifth")).isFalse();
    }

    @Test
    void shouldLetABlockingActorWaitInItsThread() {
        ActorRef<String> blocking = system.spawnBlocking(inbox -> {
            while (true) {
                full.ref.tell(inbox.receive());
            }
        });
        blocking.tell("second");
        blocking.tell("third");
        Await.until("it waits", () -> CellInsides.hasWaiters(full.cell()));
        hold.open();
        full.await("first", "second", "third");
    }

    @Test
    void shouldBeHandledBeforeASurplusActorRetires() throws Exception {
        CompletableFuture<Void> second = full.ref.tellAsync("second");
        CompletableFuture<Void> third = full.ref.tellAsync("third");
        full.cell().run(InternalMessage.Retire.FIRST);
        hold.open();
        system.whenStopped(full.ref).get(10, TimeUnit.SECONDS);
        assertThat(CompletableFuture.allOf(second, third)).succeedsWithin(LONG);
        full.await("first", "second", "third");
    }

    @Test
    void shouldNotKeepAWorkerFromItsWorkWhileATaskWaits() throws Exception {
        var task = new FutureTask<>(tell("second"));
        scheduler.execute(task);
        var other = new Recipient(system, Mailbox.unbounded());
        other.ref.tell("runs");
        other.await("runs");
        assertThat(task.isDone()).isFalse();
        hold.open();
        task.get(10, TimeUnit.SECONDS);
        full.await("first", "second");
    }
}
