package dev.ropewalk.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;

/** Waits for what must become true. When it doesn't, the test fails with the stacks of all platform threads. */
public final class Await {
    /** Long enough for all that isn't broken, even on a machine with other things to do. */
    public static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private Await() {}

    /** Waits until a condition holds, at most {@link #DEADLINE}. */
    public static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition, DEADLINE);
    }

    /** Waits until a condition holds, at most so long. */
    public static void until(String what, BooleanSupplier condition, Duration deadline) {
        until(() -> what, condition, deadline);
    }

    /** Waits as above. The text is made only when the condition stayed false, and so can show what was there instead. */
    public static void until(Supplier<String> what, BooleanSupplier condition, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                Assertions.fail("not within " + deadline + ": " + what.get() + '\n' + Stacks.all());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets time pass in which something is measured. */
    public static void pass(Duration window) {
        long end = System.nanoTime() + window.toNanos();
        for (long left = window.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
