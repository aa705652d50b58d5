package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker whose look at the clock fails between two tasks of a strand, as it may when memory has run out. */
class FailedLookTest {
    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private final FullMachine machine = new FullMachine(uncaught);

    /**
     * A scheduler whose first worker fails where it finishes what others had no memory for, as often as told. Until it has,
     * the monitor and spare workers leave that to it.
     */
    private static final class FullMachine extends WorkStealingScheduler {
        private final AtomicInteger failures = new AtomicInteger();
        private final OutOfMemoryError full = new OutOfMemoryError("a look for a test");

        FullMachine(List<Throwable> uncaught) {
            super(SchedulerOptions.defaults("full", 1, (thread, thrown) -> uncaught.add(thrown)), CpuTopology.detect());
        }

        void start() {
            start(CpuTopology.detect());
        }

        @Override
        protected void recover() {
            if (failures.get() == 0) {
                super.recover();
            } else if (currentWorker() == worker(0)) {
                failures.decrementAndGet();
                throw full;
            }
        }
    }

    @AfterEach
    void close() {
        RealScheduler.close(machine);
    }

    @Test
    void shouldGoOnWithTheStrandAfterwards() {
        machine.start();
        SerialStrand strand = (SerialStrand) machine.newStrand(Placement.PINNED, 0);
        var gate = new Gate();
        var ran = new AtomicInteger();
        strand.execute(gate);
        strand.execute(ran::incrementAndGet);
        gate.awaitEntered();

        machine.failures.set(1);
        machine.worker(0).status.setLookWanted(true);
        machine.mishaps.any = true;
        gate.open();

        Await.until("the second task has run", () -> ran.get() == 1);
        Await.until("the strand is idle", strand::isIdle);
        assertThat(uncaught).containsExactly(machine.full);
    }
}
