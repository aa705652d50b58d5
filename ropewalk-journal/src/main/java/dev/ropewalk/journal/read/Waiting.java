package dev.ropewalk.journal.read;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;

/**
 * How a thread waits for what another process may do, which can't wake it up: it looks often at first, then ever more
 * seldom, at last a hundred times a second.
 */
public final class Waiting {
    private static final int SPINS = 2_000;
    private static final long FIRST_PARK_NANOS = 20_000;
    private static final long MAX_PARK_NANOS = 10_000_000;

    private int spins;
    private long parkNanos = FIRST_PARK_NANOS;

    /**
     * Waits a little longer than last time, but not longer than what is left.
     *
     * @throws InterruptedException if the thread is interrupted, before or meanwhile
     */
    public void pause(long leftNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (spins < SPINS && Steps.simulatedScheduler() == null) {
            spins++;
            Steps.spin(this);
            return;
        }
        Parking.park(this, Math.min(parkNanos, leftNanos));
        parkNanos = Math.min(2 * parkNanos, MAX_PARK_NANOS);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
