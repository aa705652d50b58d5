package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a worker waits awake, by a clock of the test's. The worker has no thread: the test's is its. */
class IdlingTest {
    private static final SchedulerOptions OPTIONS = SchedulerOptions.defaults("unstarted", 2, (thread, thrown) -> {});

    private final SlowMachine machine = new SlowMachine();
    private final Worker worker = machine.worker(0);

    /** A machine on which work comes, and a parked worker goes on, as late as the test says. */
    private static final class SlowMachine extends WorkStealingScheduler {
        private long now;
        private long arrival;
        private long wakeUp;
        private int spins;

        SlowMachine() {
            super(OPTIONS, CpuTopology.detect());
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        protected void spin() {
            spins++;
            now += 1_000;
        }

        @Override
        protected void parkWorker() {
            now += arrival;
            worker(0).idling.wake();
            now += wakeUp;
        }

        @Override
        protected void unparkWorker(Worker worker) {}
    }

    @BeforeEach
    void letAnotherWorkerSearch() {
        assertThat(machine.sleepers.trySearch()).isTrue();
    }

    /** Lets the worker wait once; returns how often it has looked around before it parked. */
    private int spinsBeforeArrivalAfter(long arrival, long wakeUp) {
        machine.spins = 0;
        machine.arrival = arrival;
        machine.wakeUp = wakeUp;
        assertThat(worker.idling.awaitWork()).isNull();
        return machine.spins;
    }

    @Test
    void shouldParkAtOnceWhereWorkComesLate() {
        long late = OPTIONS.spinNanos();

        assertThat(spinsBeforeArrivalAfter(late, 0)).isZero();
        assertThat(spinsBeforeArrivalAfter(late, 0)).isZero();
    }

    @Test
    void shouldWaitAwakeWhereWorkComesSoonHoweverLongAWakeUpTakes() {
        long soon = OPTIONS.spinNanos() - 1;
        long slow = TimeUnit.SECONDS.toNanos(1);

        assertThat(spinsBeforeArrivalAfter(soon, slow)).isZero();
        assertThat(spinsBeforeArrivalAfter(soon, slow)).isEqualTo((int) (OPTIONS.spinNanos() / 1_000));
    }

    @Test
    void shouldWaitAwakeForHalfAsLongAfterEachTimeInVain() {
        long soon = OPTIONS.spinNanos() - 1;
        long late = OPTIONS.spinNanos();
        spinsBeforeArrivalAfter(soon, 0);

        assertThat(spinsBeforeArrivalAfter(late, 0)).isEqualTo(50);
        assertThat(spinsBeforeArrivalAfter(late, 0)).isEqualTo(25);
        assertThat(spinsBeforeArrivalAfter(late, 0)).isEqualTo(13);
    }
}
