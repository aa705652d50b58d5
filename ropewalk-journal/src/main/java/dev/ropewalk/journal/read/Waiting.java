package dev.ropewalk.journal.read;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;

/**
 * How a thread waits for what another process may do, which can't wake it up: it looks often at first, then ever more
 * seldom, at last a hundred times a second.
 */
public final class Waiting {
    private static final int SPINS = 2_000;

    private final GrowingPause pause = new GrowingPause();
    private int spins;

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
        Parking.park(this, Math.min(pause.next(), leftNanos));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
