package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitObserver;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.TimeUnit;

/**
 * Parks the owner of a scope while it waits for the scope, for one of its channels or for one of its processes. The owner
 * wakes up now and then and looks for a deadlock: first often, then once a second. A scope that never had a channel, and
 * whose processes no thread joins, can't be in a deadlock; its owner sleeps until it is woken.
 *
 * <p>In a simulation time passes only when no thread can go on, so few looks find what many would: the pauses grow fast, and
 * after a day the owner sleeps until it is woken. Else the time of a simulation whose threads all wait would never end.
 */
final class DeadlockMonitor implements WaitObserver {
    private static final long MIN_INTERVAL_NANOS = 10_000_000;
    private static final long MAX_INTERVAL_NANOS = 1_000_000_000;
    private static final int SIMULATED_GROWTH = 16;
    private static final long MAX_SIMULATED_INTERVAL_NANOS = TimeUnit.DAYS.toNanos(1);

    private final VirtualThreadScope scope;
    private final Wait wait;
    private long nanos = MIN_INTERVAL_NANOS;

    DeadlockMonitor(VirtualThreadScope scope, Wait wait) {
        this.scope = scope;
        this.wait = wait;
    }

    @Override
    public void park() {
        if (nanos == Parking.FOREVER || !hasToWatch()) {
            Parking.park(wait, Parking.FOREVER);
            return;
        }
        long start = Parking.now();
        Parking.park(wait, nanos);
        if (Parking.now() - start >= nanos) {
            nanos = longer(nanos);
            look();
        }
    }

    private static long longer(long interval) {
        if (Steps.simulatedScheduler() == null) {
            return Math.min(2 * interval, MAX_INTERVAL_NANOS);
        }
        long next = SIMULATED_GROWTH * interval;
        return next <= MAX_SIMULATED_INTERVAL_NANOS ? next : Parking.FOREVER;
    }

    private boolean hasToWatch() {
        for (VirtualThreadScope at = scope; at != null; at = at.nesting().outerOfSameOwner()) {
            if (at.members().expectsWaits()) {
                return true;
            }
        }
        return false;
    }

    private void look() {
        for (VirtualThreadScope at = scope; at != null; at = at.nesting().outerOfSameOwner()) {
            if (DeadlockDetector.isDeadlocked(at, wait)) {
                at.failByDeadlock(wait);
                return;
            }
        }
    }
}
