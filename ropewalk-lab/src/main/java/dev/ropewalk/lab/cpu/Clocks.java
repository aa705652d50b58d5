package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.NanoClock;
import dev.ropewalk.lab.report.Quantity;
import java.util.List;
import java.util.Optional;

/** What this machine's clocks are, and what a reading costs. */
final class Clocks {
    private static final int ROUNDS = 30;
    private static final int READINGS = 100_000;

    private Clocks() {}

    /** Returns the kernel's clock source, and whether the kernel has others. */
    static String kernel(MachineFiles files) {
        Optional<String> source = files.text(Advisor.CLOCK_SOURCES + "current_clocksource");
        Optional<String> offered = files.text(Advisor.CLOCK_SOURCES + "available_clocksource");
        return "kernel: " + source.orElse("unknown clock source")
                + offered.map(all -> " (of " + all + ")").orElse("");
    }

    /** Returns the clocks of this JVM with their costs, measured for a moment. */
    static List<String> measured() {
        String tsc = NanoClock.tscUnavailableReason()
                .map(reason -> "NanoClock.tsc isn't available: " + reason)
                .orElseGet(() -> "NanoClock.tsc: " + NanoClock.tsc() + ", " + cost(NanoClock.tsc()));
        return List.of("System.nanoTime: " + cost(NanoClock.system()), tsc);
    }

    /** The quickest of several rounds is the one that the JIT had compiled, and nothing disturbed. */
    private static String cost(NanoClock clock) {
        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            quickest = Math.min(quickest, round(clock));
        }
        return Quantity.format((double) quickest / READINGS, "ns") + " a reading";
    }

    private static long round(NanoClock clock) {
        long start = clock.nanoTime();
        long end = start;
        for (int i = 0; i < READINGS; i++) {
            end = clock.nanoTime();
        }
        return end - start;
    }
}
