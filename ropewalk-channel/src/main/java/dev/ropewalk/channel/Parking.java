package dev.ropewalk.channel;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * How threads wait for channels, and which clock counts: those of the scheduler that runs the calling code, if there is one,
 * so that processes on a simulated scheduler wait in simulated time; the JVM's otherwise.
 */
final class Parking {
    /** A time that never comes. */
    static final long FOREVER = Long.MAX_VALUE;

    private Parking() {}

    /**
     * Waits until the calling thread is woken; others know of the wait already and may have ended it.
     *
     * <p>Once a wait has been ended by another party, its wake-up is waited for however little time is left, because what it
     * brings must not be lost. An interrupt is then kept for later.
     *
     * @return whether it was woken, false if the time was up
     */
    static boolean await(Wait wait, long nanos) throws InterruptedException {
        Thread thread = wait.thread();
        boolean limited = nanos != FOREVER;
        wait.begin(ScopedProcess.startOfWait(thread), limited);
        long deadline = limited ? now() + nanos : 0;
        boolean interrupted = false;
        while (!wait.isWoken()) {
            if (!limited) {
                LockSupport.park(wait);
            } else {
                long left = deadline - now();
                if (left > 0) {
                    LockSupport.parkNanos(wait, left);
                } else if (wait.withdraw()) {
                    return false;
                } else {
                    limited = false;
                }
            }
            if (Thread.interrupted()) {
                if (!interrupted && wait.withdraw()) {
                    throw new InterruptedException("interrupted while waiting to " + wait.operation());
                }
                interrupted = true;
                limited = false;
            }
        }
        if (interrupted) {
            thread.interrupt();
        }
        return true;
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
            return Objects.requireNonNull(duration, "timeout").toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : FOREVER;
        }
    }
}
