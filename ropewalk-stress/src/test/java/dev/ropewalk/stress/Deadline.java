package dev.ropewalk.stress;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, and says what all threads did when one didn't come true. */
final class Deadline {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Deadline() {}

    static void await(String what, BooleanSupplier condition, Supplier<String> details) {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until >= 0) {
                throw new AssertionError(what + ": not within " + LIMIT + "; " + details.get() + allStacks());
            }
            LockSupport.parkNanos(100_000);
        }
    }

    static String allStacks() {
        var text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            text.append("\n\n").append(entry.getKey());
            for (StackTraceElement frame : entry.getValue()) {
                text.append("\n    at ").append(frame);
            }
        }
        return text.toString();
    }
}
