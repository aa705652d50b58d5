package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.BlockingActorTests;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a closing system thinks of blocking actors. */
class BlockingQuiescenceTest extends BlockingActorTests {
    /** What actors have at least, to stop. */
    private static final Duration GRACE = Duration.ofMillis(500);

    @Test
    void shouldFinishWhatIsOnItsWayBeforeItCloses() {
        int messages = 10_000;
        var handled = new AtomicInteger();
        ActorRef<Integer> last = system.spawnBlocking(inbox -> {
            while (true) {
                inbox.receive();
                handled.incrementAndGet();
            }
        });
        ActorRef<Integer> first = system.spawnBlocking(inbox -> {
            while (true) {
                last.tell(inbox.receive());
            }
        });
        for (int i = 0; i < messages; i++) {
            first.tell(i);
        }
        assertThat(system.close(LONG).isComplete()).isTrue();
        assertThat(handled).hasValue(messages);
    }

    @Test
    void shouldNotWaitForWhoWaitsForAMessage() {
        system.spawnBlocking(Inbox::receive);
        system.spawnBlocking(inbox -> inbox.receive(Duration.ofDays(1)));
        system.<Object>spawnBlocking(inbox -> inbox.receive("never sent"::equals));
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldWaitForWhoBlocksElsewhere() throws Exception {
        var mayGoOn = new CountDownLatch(1);
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            mayGoOn.await();
            told.add("went on");
            inbox.receive();
        });
        Await.until("it runs", () -> stateOf(actor) == ActorSnapshot.State.BUSY);
        Thread closing = Thread.ofVirtual().start(() -> told.add(system.close(LONG)));
        Await.until("it can't be closed", () -> isRefusingToSpawn());
        assertThat(told).isEmpty();
        mayGoOn.countDown();
        assertThat(next()).isEqualTo("went on");
        assertThat(((ActorCloseReport) next()).isComplete()).isTrue();
        closing.join();
    }

    private boolean isRefusingToSpawn() {
        try {
            system.spawn(context -> message -> {});
            return false;
        } catch (IllegalStateException closing) {
            return true;
        }
    }

    @Test
    void shouldReportWhoLeavesMessages() throws Exception {
        for (boolean stoppedInTime = false; !stoppedInTime; system = newSystem(Supervision.restart())) {
            ActorRef<String> actor = system.spawnBlocking("picky", inbox -> inbox.receive("never sent"::equals));
            awaitIdle(actor);
            actor.tell("not wanted");
            Await.until("it was passed over", () -> ((BlockingCell<?>) actor).turns() > 1);
            CompletableFuture<Long> stopped = system.whenStopped(actor).thenApply(nothing -> System.nanoTime());
            settleOrders(actor);
            long begin = System.nanoTime();
            ActorCloseReport report = system.close(Duration.ofMillis(10));
            assertThat(report.unfinished())
                    .containsExactly(new ActorSnapshot(
                            "/test/picky", ActorSnapshot.State.BUSY, 1, 0, 0, 0, 0, java.util.List.of()));
            stoppedInTime = get(stopped) - begin < GRACE.toNanos();
            if (stoppedInTime) {
                assertThat(report.stuck()).isEmpty();
            }
        }
    }

    /** Waits until an actor has carried out the system messages that it was sent before. */
    private void settleOrders(ActorRef<?> actor) {
        Await.until("no orders are left", () -> !Internals.cellOf(system, actor).hasSystemMessages());
    }

    @Test
    void shouldCountATurnForEachWait() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            while (true) {
                told.add(inbox.receive());
            }
        });
        for (int i = 0; i < 100; i++) {
            awaitIdle(actor);
            int turns = Internals.cellOf(system, actor).turns();
            actor.tell("message");
            next();
            awaitIdle(actor);
            assertThat(Internals.cellOf(system, actor).turns()).isNotEqualTo(turns);
        }
    }
}
