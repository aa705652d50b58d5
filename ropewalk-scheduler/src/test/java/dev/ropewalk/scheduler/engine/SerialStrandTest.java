package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.queue.StrandNode;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The list of a strand while it runs: what is done stays in it until the runner looks, and counts for nothing. */
class SerialStrandTest {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 1, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});
    private static final int TASKS = 10;

    private final WorkStealingScheduler scheduler = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());
    private final SerialStrand strand = new SerialStrand(scheduler, Placement.FREE, null, null);
    private final List<Integer> pending = new ArrayList<>();

    @Test
    void shouldCountWhatWaitsAsLongAsNobodyLooks() {
        submit();

        assertThat(strand.run(new Runner(Integer.MAX_VALUE))).isTrue();
        assertThat(pending).containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        assertThat(strand.afterAcquire()).isNull();
    }

    @Test
    void shouldCutItsListWhereTheRunnerLooksAndGoOnThereWhenItHasLeft() {
        submit();

        assertThat(strand.run(new Runner(4))).isFalse();
        assertThat(pending).containsExactly(9, 8, 7, 6);
        assertThat(length()).isEqualTo(1 + 6);
        assertThat(strand.run(new Runner(4))).isFalse();
        assertThat(strand.run(new Runner(4))).isTrue();
        assertThat(pending).containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        assertThat(strand.isIdle()).isTrue();
    }

    private void submit() {
        for (int i = 0; i < TASKS; i++) {
            strand.execute(() -> pending.add(strand.pending(Integer.MAX_VALUE)));
        }
    }

    private int length() {
        int length = 0;
        for (StrandNode node = strand; node != null; node = node.afterAcquire()) {
            length++;
        }
        return length;
    }

    /** Leaves after a number of tasks. */
    private static final class Runner implements TaskRunner {
        private int left;

        Runner(int tasks) {
            left = tasks;
        }

        @Override
        public void runTask(Runnable task) {
            task.run();
        }

        @Override
        public void handle(Consumer<Object> handler, Object message) {
            handler.accept(message);
        }

        @Override
        public boolean tickAndCheck() {
            return --left == 0;
        }

        @Override
        public boolean yieldOrRunRound(SerialStrand strand) {
            return true;
        }
    }
}
