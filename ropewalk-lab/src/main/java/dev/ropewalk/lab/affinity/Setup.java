package dev.ropewalk.lab.affinity;

import dev.ropewalk.cpu.CpuDistance;
import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.NanoClock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where the two sides run, and what clock they read. */
enum Setup {
    /** Where the kernel likes. */
    UNPINNED("unpinned"),
    /** Each on a core of its own. */
    PINNED("pinned"),
    /** So, with the clock that reads the CPU's counter. */
    PINNED_TSC("pinned-tsc"),
    /** Each on an isolated CPU, with that clock. */
    ISOLATED("isolated"),
    /** On two hyper-threads of one core, with that clock. */
    SHARED_CORE("shared-core");

    private final String label;

    Setup(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Setup::label).toList();
    }

    static Setup named(String label) {
        return Arrays.stream(values())
                .filter(setup -> setup.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "set-up must be one of " + String.join(", ", labels()) + ", but is '" + label + "'"));
    }

    boolean hasTsc() {
        return this == PINNED_TSC || this == ISOLATED || this == SHARED_CORE;
    }

    /** Returns why this can't be had on a machine, empty if it can. */
    Optional<String> refusal(CpuTopology machine) {
        if (this == UNPINNED) {
            return Optional.empty();
        }
        Optional<String> unavailable = CpuPinning.unavailableReason();
        if (unavailable.isPresent()) {
            return unavailable;
        }
        if (cpus(machine).isPresent()) {
            return hasTsc() ? NanoClock.tscUnavailableReason() : Optional.empty();
        }
        return Optional.of(
                switch (this) {
                    case ISOLATED -> "this machine has no two isolated CPUs";
                    case SHARED_CORE -> "this machine has no hyper-threads";
                    default -> "this machine has no two cores for the lab";
                });
    }

    /** Returns the CPUs of the two sides, empty where there are no such; for {@link #UNPINNED} there are none. */
    Optional<List<CpuSet>> cpus(CpuTopology machine) {
        return switch (this) {
            case UNPINNED -> Optional.empty();
            case PINNED, PINNED_TSC -> pair(machine, machine.allowed(), false);
            case ISOLATED -> pair(machine, machine.isolated(), false);
            case SHARED_CORE -> pair(machine, machine.allowed(), true);
        };
    }

    /** Returns two CPUs, the later ones first, since the first one handles most interrupts; with one cache if that can be. */
    private static Optional<List<CpuSet>> pair(CpuTopology machine, CpuSet among, boolean oneCore) {
        for (CpuDistance atMost : CpuDistance.values()) {
            for (int one : among.stream().sorted().toArray()) {
                for (int other : among.stream().sorted().toArray()) {
                    CpuDistance distance = machine.distance(one, other);
                    boolean fits = oneCore
                            ? distance == CpuDistance.SAME_CORE
                            : distance.compareTo(CpuDistance.SAME_CORE) > 0 && distance.compareTo(atMost) <= 0;
                    if (one > other && fits) {
                        return Optional.of(List.of(CpuSet.of(one), CpuSet.of(other)));
                    }
                }
            }
        }
        return Optional.empty();
    }
}
