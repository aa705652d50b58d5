package dev.ropewalk.scheduler.engine;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.testing.FullHeap;
import java.time.Duration;

/** A program that closes a scheduler and has no memory left when the owners of what was abandoned are to be told. */
final class NoMemoryCloseProbe {
    private static final FullHeap HEAP = new FullHeap();

    private NoMemoryCloseProbe() {}

    /** A scheduler that fills the heap when its closer lets the monitor go, which is the last before it tells the owners. */
    private static final class Machine extends WorkStealingScheduler {
        private final Thread closer = Thread.currentThread();
        private int calls;

        Machine() {
            super(SchedulerOptions.defaults("full", 1, (thread, thrown) -> {}), CpuTopology.detect());
            start(CpuTopology.detect());
        }

        @Override
        public Monitor monitor() {
            if (Thread.currentThread().equals(closer) && isTerminated() && ++calls == 2) {
                HEAP.fill();
            }
            return super.monitor();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        var machine = new Machine();
        try {
            machine.close(Duration.ofMinutes(1));
        } catch (OutOfMemoryError full) {
            System.out.println("no memory");
        } finally {
            HEAP.close();
        }
        System.out.println(machine.calls + " calls, awaited " + machine.awaitTermination(Duration.ZERO));
    }
}
