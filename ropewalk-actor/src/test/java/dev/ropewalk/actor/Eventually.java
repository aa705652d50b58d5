package dev.ropewalk.actor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** Waits for what must become true. */
public final class Eventually {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final long PAUSE_NANOS = 200_000;

    private Eventually() {}

    public static void isTrue(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until >= 0) {
                Assertions.fail("not within " + DEADLINE + ": " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
