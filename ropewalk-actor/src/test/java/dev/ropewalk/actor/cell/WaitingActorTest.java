package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Hold;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Recipient;
import dev.ropewalk.actor.Recipient.Question;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.GraphLayout;

/** Actors that wait for room in another's mailbox. */
@Timeout(60)
class WaitingActorTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler = Scheduler.builder().workers(1).build();
    private final ActorSystem system =
            ActorSystem.builder("waiting").scheduler(scheduler).build();
    private final Recipient full = new Recipient(system, Mailbox.bounded(1, OverflowPolicy.BLOCK));
    private final Recipient sender = new Recipient(system, Mailbox.bounded(3, OverflowPolicy.FAIL));
    private final Hold hold = full.hold();

    @AfterEach
    void close() {
        hold.open();
        system.close();
        scheduler.close();
        log.close();
    }

    /** Has the sender send, and waits until it is suspended. */
    private void send(Object... messages) {
        sender.ref.tell((Runnable) () -> List.of(messages).forEach(full.ref::tell));
        awaitSuspended(sender.cell());
    }

    private static void awaitSuspended(Cell<?> cell) {
        Await.until(cell + " is suspended", () -> cell.is(Cell.SUSPENDED) && cell.strand.isIdle());
    }

    private static State state(Recipient recipient) {
        return recipient.snapshot().state();
    }

    @Test
    void shouldBeSuspendedAfterItsMessageAndGoOnWhenAllAreIn() {
        send(1, 2, 3);
        sender.ref.tell("later");
        hold.open();
        full.await(1, 2, 3);
        sender.await("later");
        Await.until("the sender is idle", () -> state(sender) == State.IDLE);
    }

    @Test
    void shouldAcceptMessagesWhileItIsSuspendedAsManyAsItsCapacitySays() {
        send(1, 2);
        sender.ref.tell("a");
        sender.ref.tell("b");
        sender.ref.tell("c");
        assertThat(sender.ref.tryTell("d")).isFalse();
        // While the suspended actor puts them aside, the count is a guess.
        Await.until("all three wait", () -> sender.snapshot().waiting() == 3);
        assertThat(sender.received()).isEmpty();
        hold.open();
        sender.await("a", "b", "c");
    }

    @Test
    void shouldKeepTheOrderOfAllFormsOfSending() {
        var refused = new CompletableFuture<Boolean>();
        sender.ref.tell((Runnable) () -> {
            full.ref.tell(1);
            var _ = full.ref.tellAsync(2);
            full.ref.tell(3);
            refused.complete(full.ref.tryTell("never") || full.ref.tell("never", LONG));
            full.ref.tell(4);
        });
        assertThat(refused).succeedsWithin(LONG).isEqualTo(false);
        hold.open();
        full.await(1, 2, 3, 4);
    }

    @Test
    void shouldNotBeSuspendedByAFuture() {
        sender.ref.tell((Runnable) () -> {
            full.ref.tell(1);
            var _ = full.ref.tellAsync(2);
        });
        sender.ref.tell("later");
        sender.await("later");
        assertThat(full.received()).isEmpty();
    }

    @Test
    void shouldWaitWithAQuestion() throws Exception {
        var answer = new CompletableFuture<String>();
        sender.ref.tell((Runnable) () -> {
            full.ref.tell(1);
            var _ = full.ref
                    .<String>ask(replyTo -> new Question("2", replyTo), LONG)
                    .thenAccept(answer::complete);
        });
        awaitSuspended(sender.cell());
        hold.open();
        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("2");
        full.await(1, "2");
    }

    @Test
    void shouldGoOnWhenTheActorThatItWaitsForStops() {
        send(1, 2, 3);
        system.stop(full.ref);
        hold.open();
        sender.ref.tell("later");
        sender.await("later");
        assertThat(full.received()).isEmpty();
    }

    @Test
    void shouldStopWhileItIsSuspendedAndStillHaveItsMessagesSent() throws Exception {
        send(1, 2, 3);
        sender.ref.tell("never");
        system.stop(sender.ref);
        system.whenStopped(sender.ref).get(10, TimeUnit.SECONDS);
        hold.open();
        full.await(1, 2, 3);
        assertThat(sender.received()).isEmpty();
        // The system messages that say so are still on their way when the last message is in.
        Await.until("nothing waits any more", () -> sender.snapshot().waiting() == 0);
    }

    @Test
    void shouldBeRestartedWhileItIsSuspendedAndStayAwayUntilThereIsRoom() {
        sender.ref.tell((Runnable) () -> {
            full.ref.tell(1);
            full.ref.tell(2);
            throw new IllegalStateException("on purpose");
        });
        sender.ref.tell("later");
        Await.until("it is restarted", () -> !log.messages("is restarted").isEmpty());
        Await.until("it waits", () -> state(sender) == State.WAITING_FOR_ROOM);
        assertThat(sender.received()).isEmpty();
        hold.open();
        full.await(1, 2);
        sender.await("later");
    }

    @Test
    void shouldKeepNoWorkerFromItsWork() {
        send(1, 2);
        var other = new Recipient(system, Mailbox.unbounded());
        for (int i = 0; i < 100; i++) {
            other.ref.tell(i);
        }
        Await.until("others run", () -> other.received().size() == 100);
    }

    @Test
    void shouldNotLetTheSystemCloseBeforeItsMessagesAreHandled() {
        send(1, 2, 3);
        hold.open();
        assertThat(system.close(LONG).isComplete()).isTrue();
        full.await(1, 2, 3);
    }

    /** Returns the queue of what an actor holds while it is suspended. */
    private static Object held(Cell<?> cell) throws ReflectiveOperationException {
        Field held = HeldMessages.class.getDeclaredField("held");
        held.setAccessible(true);
        return held.get(((BehaviourState<?>) cell.cold()).held);
    }

    @Test
    void shouldHoldNoMoreMemoryAfterAJamThanBefore() throws ReflectiveOperationException {
        ActorRef<Object> unbounded = system.spawn(ActorOptions.defaults().name("jam"), context -> message -> {
            if (message instanceof Integer number) {
                full.ref.tell(number);
            }
        });
        unbounded.tell(1);
        unbounded.tell(2);
        Cell<?> jammed = Internals.cellOf(system, unbounded);
        awaitSuspended(jammed);
        for (int i = 0; i < 100_000; i++) {
            unbounded.tell("later");
        }
        Await.until(
                "all are held",
                () -> jammed.waiting() == 100_000 && ((BehaviourState<?>) jammed.cold()).held.count() == 100_000);
        long jam = GraphLayout.parseInstance(held(jammed)).totalSize();
        hold.open();
        Await.until("all are handled", () -> jammed.isIdle());
        assertThat(GraphLayout.parseInstance(held(jammed)).totalSize())
                .isLessThan(200)
                .isLessThan(jam);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void shouldMoveMessagesThroughAPipelineOfSmallMailboxes(int capacity) {
        int count = 100_000;
        ActorOptions<Object> small = ActorOptions.defaults().mailbox(Mailbox.bounded(capacity, OverflowPolicy.BLOCK));
        var handled = new AtomicLong();
        var sum = new AtomicLong();
        var outOfOrder = new AtomicLong();
        ActorRef<Integer> last = system.spawn(small, context -> number -> {
            if (number != handled.get()) {
                outOfOrder.incrementAndGet();
            }
            for (int spins = 0; spins < 100; spins++) {
                Thread.onSpinWait();
            }
            sum.addAndGet(number);
            handled.incrementAndGet(); // the last: then all else is counted
        });
        ActorRef<Integer> middle = system.spawn(small, context -> last::tell);
        ActorRef<Integer> first = system.spawn(small, context -> middle::tell);
        for (int i = 0; i < count; i++) {
            first.tell(i);
        }
        Await.until("all come out", () -> handled.get() == count);
        assertThat(outOfOrder).hasValue(0);
        assertThat(sum).hasValue((long) count * (count - 1) / 2);
        assertThat(log.messages("full mailboxes")).isEmpty();
    }
}
