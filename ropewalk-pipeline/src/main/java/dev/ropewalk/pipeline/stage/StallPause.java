package dev.ropewalk.pipeline.stage;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.TimeUnit;

/**
 * For how long a thread sleeps between two looks for claims of producers that have died.
 *
 * <p>In a simulation each pause is longer than the last, and after one of about a day there is no look any more. Time leaps there
 * when no thread can go on, so that looks without end would keep a simulation from its end, and hide a deadlock.
 */
public final class StallPause {
    private static final int GROWTH = 16;
    private static final long MAX_NANOS = TimeUnit.DAYS.toNanos(1);

    private final long first;

    /** The next pause. A race between its user and a thread that resets it costs a look more or less. */
    private long next;

    /** Makes pauses of so many nanoseconds. */
    public StallPause(long nanos) {
        first = nanos;
        next = nanos;
    }

    /** Returns the next pause in nanoseconds, or {@link Parking#FOREVER}. */
    public long nextNanos() {
        long pause = next;
        if (Steps.simulatedScheduler() != null) {
            next = pause >= MAX_NANOS ? Parking.FOREVER : pause * GROWTH;
        }
        return pause;
    }

    /** Begins with the first pause again, since something has happened. */
    void reset() {
        next = first;
    }
}
