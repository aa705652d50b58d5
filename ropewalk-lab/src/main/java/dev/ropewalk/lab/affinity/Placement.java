package dev.ropewalk.lab.affinity;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.NanoClock;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The places of the sides on this machine.
 *
 * @param cpus of each side, empty if the kernel chooses
 * @param clock in nanoseconds
 */
record Placement(List<CpuSet> cpus, LongSupplier clock) {
    static Placement of(Setup setup) {
        return new Placement(
                setup.cpus(CpuTopology.detect()).orElse(List.of()),
                setup.hasTsc() ? NanoClock.tsc()::nanoTime : NanoClock.system()::nanoTime);
    }

    /** Returns that of a process which has only the second side. */
    Placement second() {
        return new Placement(cpus.isEmpty() ? cpus : cpus.subList(1, 2), clock);
    }

    /** Puts the current thread in its place until that is closed. */
    Place occupy(int place) {
        if (cpus.isEmpty()) {
            return () -> {};
        }
        CpuPinning pinning = CpuPinning.pin(cpus.get(place));
        return pinning::close;
    }

    /** A thread's place. */
    @FunctionalInterface
    interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
