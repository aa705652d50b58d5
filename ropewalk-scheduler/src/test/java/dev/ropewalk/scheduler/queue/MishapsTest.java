package dev.ropewalk.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.executor.ExecutorView;
import dev.ropewalk.scheduler.executor.ViewTask;
import dev.ropewalk.scheduler.strand.Mishaps;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.StrandHost;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A thread whose stack or memory ends in the middle of a submission: either nothing has happened, or all does. */
class MishapsTest {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 2, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});

    private final WorkStealingScheduler unstarted = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());

    @Test
    void shouldHaveAStrandQueuedOnceByOthersIfItsSubmitterCanNot() {
        var host = new Failing(unstarted);
        var strand = new SerialStrand(host, Placement.FREE, null, null);

        strand.execute(() -> {});
        strand.execute(() -> {});

        assertThat(host.calls).isEqualTo(1);
        assertThat(host.mishaps.any).isTrue();
        assertThat(host.mishaps.nodes).isSameAs(strand);
        assertThat(strand.nextAcquire()).isNull();
        assertThat(strand.pending(9)).isEqualTo(2);
    }

    @Test
    void shouldHaveAStartedStrandQueuedByOthersIfItsStarterCanNot() {
        var host = new Failing(unstarted);
        var first = new SerialStrand(host, Placement.FREE, null, message -> {});
        var second = new SerialStrand(host, Placement.FREE, null, message -> {});
        for (SerialStrand strand : List.of(first, second)) {
            strand.send("early");
            strand.start();
        }

        assertThat(host.mishaps.nodes).isSameAs(second);
        assertThat(second.nextAcquire()).isSameAs(first);
    }

    @Test
    void shouldQueueWhatWasLeftAndGiveBackThePermitsThatNobodyHolds() {
        var strand = new SerialStrand(unstarted, Placement.SOFT, unstarted.worker(1), null);
        var task = new ViewTask(new ExecutorView(unstarted), () -> {});
        strand.nextRelease(task);
        assertThat(unstarted.sleepers.tryFirstSearch()).isTrue();
        unstarted.mishaps.nodes = strand;
        unstarted.mishaps.permit = true;
        unstarted.mishaps.any = true;

        unstarted.dispatch().recover();

        assertThat(unstarted.mishaps.any).isFalse();
        assertThat(unstarted.sleepers.tryFirstSearch()).isTrue();
        List<Object> queued = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Inbox inbox = unstarted.worker(i).inbox;
            for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
                queued.add(item);
            }
        }
        assertThat(queued).containsExactlyInAnyOrder(strand, task);
    }

    /** What is taken would be lost if memory ran out before all is. */
    @Test
    void shouldTakeWhatWasLeftWithoutMemory() {
        Mishaps mishaps = unstarted.mishaps;
        int places = mishaps.free();
        var task = new ViewTask(new ExecutorView(unstarted), () -> {});
        mishaps.nodes = task;
        for (Mishaps.Place place = mishaps.places; place != null; place = place.other) {
            place.taken = true; // by several at once, so that none got it
        }
        Mishaps.Place first = mishaps.places;

        assertThat(mishaps.takeLocked()).isSameAs(task);
        assertThat(mishaps.places).isSameAs(first);

        unstarted.dispatch().recover();
        assertThat(mishaps.free()).isEqualTo(places);
    }

    /** A host that can't queue anything. */
    private static final class Failing extends StrandHost {
        private final Scheduler scheduler;
        private int calls;

        Failing(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        protected void enqueue(SerialStrand strand) {
            calls++;
            throw new StackOverflowError();
        }

        @Override
        protected void refuseIfClosed() {}

        @Override
        protected @Nullable Worker currentWorker() {
            return null;
        }

        @Override
        protected Scheduler scheduler() {
            return scheduler;
        }
    }
}
