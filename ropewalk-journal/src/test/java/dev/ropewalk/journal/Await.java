package dev.ropewalk.journal;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition with a deadline. */
public final class Await {
    private static final long DEADLINE_NANOS = Duration.ofSeconds(20).toNanos();
    private static final long LOOK_NANOS = 1_000_000;

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > DEADLINE_NANOS) {
                var stacks = new StringBuilder();
                for (Map.Entry<Thread, StackTraceElement[]> each :
                        Thread.getAllStackTraces().entrySet()) {
                    stacks.append('\n').append(each.getKey());
                    for (StackTraceElement frame : each.getValue()) {
                        stacks.append("\n    ").append(frame);
                    }
                }
                throw new AssertionError("not in time: " + what + stacks);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
