package dev.ropewalk.cpu;

import java.util.function.Supplier;

/** Prints what this library finds in the JVM that runs it. */
public final class CpuProbe {
    private CpuProbe() {}

    public static void main(String[] arguments) {
        CpuTopology topology = CpuTopology.detect();
        print("allowed", topology::allowed);
        print("flat", () -> topology.flatReason().orElse(""));
        print("processors", () -> Runtime.getRuntime().availableProcessors());
        print("current", CpuTopology::currentCpu);
        print("reason", () -> CpuPinning.unavailableReason().orElse(""));
        print("tsc", () -> NanoClock.tscUnavailableReason().orElse(""));
        print("clock", () -> NanoClock.tsc().nanoTime() - System.nanoTime() < 100_000);
        print("pin", () -> {
            try (CpuPinning pinning =
                    CpuPinning.pin(CpuSet.of(topology.allowed().first()))) {
                return pinning.cpus();
            } catch (PinningUnavailableException e) {
                return "unavailable: " + e.getMessage();
            }
        });
    }

    private static void print(String key, Supplier<Object> value) {
        System.out.println(key + "=" + value.get());
    }
}
