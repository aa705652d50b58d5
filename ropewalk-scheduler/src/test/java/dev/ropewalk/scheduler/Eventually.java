package dev.ropewalk.scheduler;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;

/** Waits for what must become true; when it doesn't, it fails with the stacks of all threads of schedulers. */
public final class Eventually {
    /** Long enough for any scheduler that isn't broken, even on a machine with other things to do. */
    public static final Duration DEADLINE = Duration.ofSeconds(5);

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private Eventually() {}

    public static void isTrue(String what, BooleanSupplier condition) {
        isTrue(() -> what, condition, DEADLINE);
    }

    static void isTrue(String what, BooleanSupplier condition, Duration deadline) {
        isTrue(() -> what, condition, deadline);
    }

    /** As above, with a text that is made only when the condition stayed false, and so shows what was there instead. */
    public static void isTrue(Supplier<String> what, BooleanSupplier condition, Duration deadline) {
        long until = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until >= 0) {
                Assertions.fail("not within " + deadline + ": " + what.get() + '\n' + Stacks.ofSchedulers());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Lets time pass in which something is measured. */
    public static void pass(Duration window) {
        long until = System.nanoTime() + window.toNanos();
        for (long left = window.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
