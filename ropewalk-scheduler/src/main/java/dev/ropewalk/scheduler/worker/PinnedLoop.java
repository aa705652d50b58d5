package dev.ropewalk.scheduler.worker;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.support.Log;
import org.jspecify.annotations.Nullable;

/**
 * A worker's loop on a CPU of its own, or anywhere where the platform can't pin: then it says so once and runs all the same.
 */
public final class PinnedLoop {
    private PinnedLoop() {}

    public static Runnable of(Worker worker, CpuTopology topology, String scheduler) {
        int[] allowed = topology.allowed().stream().toArray();
        CpuSet cpu = CpuSet.of(allowed[worker.id() % allowed.length]);
        return () -> {
            CpuPinning pinning = pinOrSay(worker, cpu, scheduler);
            try {
                worker.run();
            } finally {
                if (pinning != null) {
                    pinning.close();
                }
            }
        };
    }

    private static @Nullable CpuPinning pinOrSay(Worker worker, CpuSet cpu, String scheduler) {
        try {
            return CpuPinning.pin(cpu);
        } catch (RuntimeException | Error refused) {
            Log.warning(
                    "worker " + worker.id() + " of scheduler " + scheduler + " runs unpinned: " + refused.getMessage());
            return null;
        }
    }
}
