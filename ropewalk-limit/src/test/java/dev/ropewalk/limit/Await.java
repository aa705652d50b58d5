package dev.ropewalk.limit;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;

/** Waits for what must become true; when it doesn't, it fails with the stacks of all platform threads. */
public final class Await {
    public static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(what, condition, DEADLINE);
    }

    static void until(String what, BooleanSupplier condition, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                Assertions.fail("not within " + deadline + ": " + what + '\n' + stacks());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String stacks() {
        return Thread.getAllStackTraces().entrySet().stream()
                .map(entry -> entry.getKey()
                        + Arrays.stream(entry.getValue())
                                .map(frame -> "\n    " + frame)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }
}
