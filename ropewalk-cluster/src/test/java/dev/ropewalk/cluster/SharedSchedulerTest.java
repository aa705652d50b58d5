package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster on an actor system whose scheduler belongs to somebody else. */
@Timeout(60)
class SharedSchedulerTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<Integer, Integer> BOXES = EntityType.of("box", Integer.class, Integer.class);

    private final Scheduler scheduler = Scheduler.create();
    private final ActorSystem system =
            ActorSystem.builder("shop").scheduler(scheduler).build();
    private final Cluster cluster = Cluster.local(system);

    @AfterEach
    void close() {
        scheduler.close();
    }

    private boolean refusesTasks() {
        try {
            scheduler.execute(() -> {});
            return false;
        } catch (RejectedExecutionException closing) {
            return true;
        }
    }

    @Test
    void shouldHostNothingWhenTheSchedulerIsClosed() throws Exception {
        var let = new CountDownLatch(1);
        scheduler.execute(() -> Uninterruptibly.await(let));
        var closed = CompletableFuture.supplyAsync(() -> scheduler.close(LONG));
        Await.until("the scheduler is closing", this::refusesTasks);
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> cluster.host(BOXES, entity -> number -> {}))
                    .withMessage(
                            "the local cluster of shop can't host 'box': the scheduler of its actor system is closed");
            assertThat(system.spawnGroup("box", Supervision.restart()).ref().path())
                    .isEqualTo("/shop/box");
        } finally {
            let.countDown();
        }
        SchedulerCloseReport report = closed.get(30, TimeUnit.SECONDS);
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void shouldLeaveNoTimerBehindItsSystem() {
        cluster.host(BOXES, entity -> number -> {});
        system.close();
        assertThat(scheduler.close(LONG)).isEqualTo(new SchedulerCloseReport(0, 0, List.of()));
    }
}
