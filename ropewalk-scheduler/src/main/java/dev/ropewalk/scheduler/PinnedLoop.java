package dev.ropewalk.scheduler;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.lang.System.Logger.Level;

/** A worker's loop on a CPU of its own, or anywhere where the platform can't pin: then it says so once and runs all the same. */
final class PinnedLoop {
    private PinnedLoop() {}

    static Runnable of(Worker worker, CpuTopology topology) {
        int[] allowed = topology.allowed().stream().toArray();
        CpuSet cpu = CpuSet.of(allowed[worker.id() % allowed.length]);
        return () -> {
            try (var _ = CpuPinning.pin(cpu)) {
                worker.loop();
            } catch (RuntimeException refused) {
                System.getLogger("dev.ropewalk.scheduler")
                        .log(Level.WARNING, "worker " + worker.id() + " runs unpinned: " + refused.getMessage());
                worker.loop();
            }
        };
    }
}
