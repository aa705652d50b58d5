package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Hold;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxCycle;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Recipient;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actors whose full mailboxes make them wait for each other: one message is let in, and the cycle is reported. */
@Timeout(60)
class MailboxCycleTest {
    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();
    private final ActorSystem system =
            ActorSystem.builder("cycles").scheduler(scheduler).build();

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
        log.close();
    }

    /** Subscribes to the reports of cycles. */
    private Recipient reports() {
        var reports = new Recipient(system, Mailbox.unbounded());
        system.events().subscribe(MailboxCycle.class, reports.ref);
        return reports;
    }

    private Recipient recipient(String name) {
        return new Recipient(
                system, ActorOptions.defaults().name(name).mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)));
    }

    /** Waits until an actor has sent all that it wanted to, and waits for room. */
    private static void awaitSuspended(Recipient recipient) {
        Cell<?> cell = recipient.cell();
        Await.until(recipient.ref + " is suspended", () -> cell.is(Cell.SUSPENDED) && cell.strand.isIdle());
    }

    @Test
    void shouldLetAnActorSendToItself() {
        Recipient reports = reports();
        Recipient alone = recipient("alone");
        alone.ref.tell((Runnable) () -> List.of(1, 2, 3).forEach(alone.ref::tell));
        alone.await(1, 2, 3);
        reports.await(new MailboxCycle(List.of(alone.ref)), new MailboxCycle(List.of(alone.ref)));
        assertThat(log.messages("/cycles/alone -> /cycles/alone")).hasSize(1);
    }

    @Test
    void shouldBreakACycleOfTwo() {
        Recipient reports = reports();
        Recipient a = recipient("a");
        Recipient b = recipient("b");
        Hold holdA = a.hold();
        Hold holdB = b.hold();
        a.ref.tell((Runnable) () -> List.of("from a 1", "from a 2").forEach(b.ref::tell));
        b.ref.tell((Runnable) () -> List.of("from b 1", "from b 2").forEach(a.ref::tell));
        holdA.open();
        awaitSuspended(a);
        a.ref.tell("outside");
        holdB.open();
        a.await("outside", "from b 1", "from b 2");
        b.await("from a 1", "from a 2");
        reports.await(new MailboxCycle(List.of(b.ref, a.ref)), new MailboxCycle(List.of(b.ref, a.ref)));
        assertThat(log.messages("/cycles/b -> /cycles/a -> /cycles/b")).isNotEmpty();
    }

    @Test
    void shouldBreakACycleOfThree() {
        Recipient reports = reports();
        List<Recipient> ring = List.of(recipient("a"), recipient("b"), recipient("c"));
        List<Hold> holds = ring.stream().map(Recipient::hold).toList();
        for (int i = 0; i < 3; i++) {
            ActorRef<Object> next = ring.get((i + 1) % 3).ref;
            ring.get(i).ref.tell((Runnable) () -> List.of(1, 2).forEach(next::tell));
        }
        for (int i = 0; i < 2; i++) {
            holds.get(i).open();
            awaitSuspended(ring.get(i));
        }
        ring.get(0).ref.tell("outside");
        holds.get(2).open();
        ring.get(0).await("outside", 1, 2);
        ring.get(1).await(1, 2);
        ring.get(2).await(1, 2);
        var cycle = new MailboxCycle(List.of(ring.get(2).ref, ring.get(0).ref, ring.get(1).ref));
        reports.await(cycle, cycle);
        assertThat(log.messages("/cycles/c -> /cycles/a -> /cycles/b -> /cycles/c"))
                .hasSize(1);
    }

    @Test
    void shouldLetTheMessagesOfOneSenderInInTheirOrder() {
        Recipient a = recipient("a");
        Recipient b = recipient("b");
        Hold holdB = b.hold();
        b.ref.tell((Runnable) () -> {
            a.ref.tell("fills a");
            a.ref.tell("closes the cycle");
        });
        Hold holdA = a.hold();
        a.ref.tell((Runnable) () -> List.of(1, 2, 3, 4, 5).forEach(b.ref::tell));
        holdA.open();
        awaitSuspended(a);
        holdB.open();
        b.await(1, 2, 3, 4, 5);
        a.await("fills a", "closes the cycle");
    }

    @Test
    void shouldBreakACycleWithABlockingActorThatWaitsInItsThread() {
        Recipient reports = reports();
        Recipient a = recipient("a");
        Hold holdA = a.hold();
        var received = new ConcurrentLinkedQueue<Object>();
        ActorRef<Object> b = system.spawnBlocking(
                ActorOptions.defaults().name("b").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)), inbox -> {
                    inbox.receive();
                    List.of(1, 2, 3).forEach(a.ref::tell);
                    while (true) {
                        received.add(inbox.receive());
                    }
                });
        a.ref.tell((Runnable) () -> List.of("x", "y").forEach(b::tell));
        b.tell("go");
        Await.until("b waits for a", () -> CellInsides.hasWaiters(a.cell()));
        b.tell("outside");
        holdA.open();
        a.await(1, 2, 3);
        Await.until("b gets all", () -> received.size() == 3);
        assertThat(received).containsExactly("outside", "x", "y");
        Await.until("the cycle is reported", () -> !reports.received().isEmpty());
        assertThat(reports.received())
                .first()
                .isIn(new MailboxCycle(List.of(a.ref, b)), new MailboxCycle(List.of(b, a.ref)));
    }

    @Test
    void shouldReportNoCycleWhereOneIsOnlyFull() {
        Recipient a = recipient("a");
        Recipient b = recipient("b");
        Hold hold = b.hold();
        a.ref.tell((Runnable) () -> List.of(1, 2, 3).forEach(b.ref::tell));
        awaitSuspended(a);
        hold.open();
        b.await(1, 2, 3);
        assertThat(log.messages("full mailboxes")).isEmpty();
    }

    @Test
    void shouldReportNoCycleWithOneThatWaitsNoMore() {
        Recipient a = recipient("a");
        Recipient b = recipient("b");
        Hold holdB = b.hold();
        a.ref.tell((Runnable) () -> List.of(1, 2, 3).forEach(b.ref::tell));
        awaitSuspended(a);
        holdB.open();
        b.await(1, 2, 3);
        Hold holdA = a.hold();
        b.ref.tell((Runnable) () -> List.of(4, 5, 6).forEach(a.ref::tell));
        awaitSuspended(b);
        holdA.open();
        a.await(4, 5, 6);
        assertThat(log.messages("full mailboxes")).isEmpty();
    }

    /**
     * Every ball goes round at least so often, and on until a cycle was reported. So all balls are on their way at one time, which are more
     * than the mailboxes and the actors that wait can hold.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "3, 1", "7, 2"})
    void shouldNeverHangHoweverManySendToEachOther(int actors, int capacity) {
        int rounds = 2_000;
        Recipient reports = reports();
        var atRest = new AtomicLong();
        List<ActorRef<Integer>> all = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            int id = i;
            ActorOptions<Object> options =
                    ActorOptions.defaults().name("actor-" + i).mailbox(Mailbox.bounded(capacity, OverflowPolicy.BLOCK));
            all.add(system.spawn(options, context -> left -> {
                if (left > 0 || reports.received().isEmpty()) {
                    all.get((id + 1) % actors).tell(left - 1);
                } else {
                    atRest.incrementAndGet();
                }
            }));
        }
        int balls = actors * capacity * 3;
        for (int i = 0; i < balls; i++) {
            all.get(i % actors).tell(rounds);
        }
        Await.until("all balls have come to rest", () -> atRest.get() == balls);
        assertThat(log.messages("full mailboxes")).isNotEmpty();
        assertThat(system.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        assertThat(atRest).hasValue(balls);
    }
}
