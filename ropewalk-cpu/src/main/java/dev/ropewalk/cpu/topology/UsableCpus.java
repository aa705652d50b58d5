package dev.ropewalk.cpu.topology;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Which CPUs a thread of this process can be pinned to. */
public final class UsableCpus {
    private UsableCpus() {}

    /**
     * Returns the allowed CPUs, and of the isolated ones outside of them those that the control group admits. Only the
     * kernel knows these: it is asked by a try.
     */
    public static CpuSet of(CpuTopology topology, Supplier<Optional<LinuxCalls>> calls) {
        CpuSet isolated = topology.isolated().minus(topology.allowed());
        if (isolated.isEmpty()) {
            return topology.allowed();
        }
        return calls.get()
                .map(kernel -> topology.allowed().union(granted(kernel, isolated)))
                .orElse(topology.allowed());
    }

    private static CpuSet granted(LinuxCalls kernel, CpuSet cpus) {
        // In a thread of its own, since the caller's mask may not be restorable.
        return CompletableFuture.supplyAsync(
                        () -> kernel.setThreadAffinity(cpus) == 0
                                ? kernel.threadAffinity().orElse(CpuSet.of()).intersect(cpus)
                                : CpuSet.of(),
                        task -> Thread.ofPlatform()
                                .daemon()
                                .name("ropewalk-cpu-mask")
                                .start(task))
                .join();
    }
}
