package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A system is closed while the scheduler that it was given ends: at the moment when all that is left over was taken out of the
 * queues, and before the actors have been told.
 */
@Timeout(120)
class CloseDuringSchedulerEndTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler =
            Scheduler.builder().workers(1).maxSpareWorkers(0).build();
    private final ActorSystem system =
            ActorSystem.builder("guest").scheduler(scheduler).build();
    private final CountDownLatch telling = new CountDownLatch(1);
    private final CountDownLatch tell = new CountDownLatch(1);
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private final ActorRef<Object> actor = system.spawn("actor", context -> message -> {});

    /** An owner that is told first, and keeps all others waiting. */
    private final class First implements Abandonable {
        @Override
        public void run() {}

        @Override
        public void abandon() {
            telling.countDown();
            try {
                tell.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @BeforeEach
    void endTheScheduler() throws Exception {
        var held = new CompletableFuture<Void>();
        scheduler.execute(() -> {
            held.complete(null);
            release.join(); // deaf to interrupts
        });
        held.get(60, TimeUnit.SECONDS);
        scheduler.execute(new First());
        actor.tell("left over");
        Thread.ofPlatform().start(() -> scheduler.close(Duration.ZERO));
        assertThat(telling.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Internals.cellOf(system, actor).isIdle()).isTrue();
    }

    @AfterEach
    void close() {
        release.complete(null);
        tell.countDown();
        scheduler.close(Duration.ZERO);
        system.close(Duration.ZERO);
        log.close();
    }

    private void assertNamesTheActor(ActorCloseReport report) {
        assertThat(report.isComplete()).isFalse();
        assertThat(report.unfinished()).extracting(ActorSnapshot::path).containsExactly("/guest/actor");
    }

    @Test
    void shouldWaitUntilActorsWereTold() throws Exception {
        var report = new CompletableFuture<ActorCloseReport>();
        Thread closer = Thread.ofPlatform().start(() -> report.complete(system.close(LONG)));
        Await.until(
                "the system is closed, or waits",
                () -> report.isDone() || (system.isClosing() && closer.getState() == Thread.State.TIMED_WAITING));
        tell.countDown();

        assertNamesTheActor(report.get(60, TimeUnit.SECONDS));
        assertThat(report.join().deadLetters()).isEqualTo(1);
        assertThat(CellInsides.deadLettersOf(system)).isEqualTo(1);
    }

    @Test
    void shouldNotWaitForEver() {
        ActorCloseReport report = system.close(Duration.ZERO);
        assertNamesTheActor(report);
        assertThat(report.deadLetters()).isZero();

        tell.countDown();
        Await.until("it is a dead letter", () -> CellInsides.deadLettersOf(system) == 1);
    }
}
