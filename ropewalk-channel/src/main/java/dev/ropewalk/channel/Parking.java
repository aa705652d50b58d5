package dev.ropewalk.channel;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How threads wait for channels, and which clock counts: those of the scheduler that runs the calling code, if there is one,
 * so that processes on a simulated scheduler wait in simulated time; the JVM's otherwise.
 */
final class Parking {
    /** A time that never comes. */
    static final long FOREVER = Long.MAX_VALUE;

    private Parking() {}

    /** Parks the calling thread until it is woken or interrupted, or for no reason. */
    static void park(Object blocker) {
        LockSupport.park(blocker);
    }

    static void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    static void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    static long now() {
        return System.nanoTime();
    }

    /** Returns a duration in nanoseconds, or the nearest number that there is. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : FOREVER;
        }
    }
}
