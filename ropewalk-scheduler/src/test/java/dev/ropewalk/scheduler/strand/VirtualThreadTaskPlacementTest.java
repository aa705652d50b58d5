package dev.ropewalk.scheduler.strand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import org.junit.jupiter.api.Test;

/** Where a virtual thread is queued. The workers have no threads, so that all of them count as busy, and nothing moves by itself. */
class VirtualThreadTaskPlacementTest {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 3, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});

    private final WorkStealingScheduler scheduler = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());
    private final Worker home = scheduler.worker(0);
    private final Worker other = scheduler.worker(1);
    private final Worker third = scheduler.worker(2);
    private final VirtualThreadTask thread = new VirtualThreadTask(scheduler);

    private void wakeFrom(Worker worker) {
        scheduler.dispatch().enqueue(thread, worker);
        Worker at = (Worker) thread.home();
        assertThat(at.next()).as("what waits at %s", at.id()).isSameAs(thread);
    }

    @Test
    void shouldBeQueuedAtItsHome() {
        assertThat(thread.home()).isSameAs(home);
        wakeFrom(home);
        wakeFrom(other);

        assertThat(thread.home()).isSameAs(home);
        assertThat(other.hasQueued()).isFalse();
    }

    @Test
    void shouldFollowWhoWakesItAgain() {
        wakeFrom(other);
        wakeFrom(other);

        assertThat(thread.home()).isSameAs(other);
        assertThat(other.snapshot().rehomed()).isOne();
    }

    @Test
    void shouldStayWhereItIsIfOthersWakeItInTurn() {
        for (int i = 0; i < 10; i++) {
            wakeFrom(other);
            wakeFrom(home);
            wakeFrom(other);
            wakeFrom(third);
        }

        assertThat(thread.home()).isSameAs(home);
    }

    @Test
    void shouldNotFollowToAWorkerThatAloneCantKeepUp() {
        other.status.setBacklogged(true);
        wakeFrom(other);
        wakeFrom(other);
        assertThat(thread.home()).isSameAs(home);

        home.status.setBacklogged(true);
        wakeFrom(other);
        assertThat(thread.home()).isSameAs(other);
    }

    @Test
    void shouldLeaveAHomeThatCantKeepUpAtOnce() {
        home.status.setBacklogged(true);
        wakeFrom(other);

        assertThat(thread.home()).isSameAs(other);
    }

    @Test
    void shouldLiveWithItsThief() {
        assertThat(thread.arrive(other)).isFalse();

        assertThat(thread.home()).isSameAs(other);
        assertThat(thread.arrive(other)).isTrue();
    }

    @Test
    void shouldGoBehindAllOthersWhenItYields() {
        wakeFrom(home);
        var first = new VirtualThreadTask(scheduler);
        first.settle(home);
        var second = new VirtualThreadTask(scheduler);
        second.settle(home);
        scheduler.dispatch().enqueue(first, null);
        scheduler.dispatch().enqueueLast(thread, home);
        scheduler.dispatch().enqueue(second, home);

        assertThat(home.next()).isSameAs(second);
        assertThat(home.next()).isSameAs(first);
        assertThat(home.next()).isSameAs(thread);
    }
}
