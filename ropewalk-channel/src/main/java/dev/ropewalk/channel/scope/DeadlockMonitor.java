package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitObserver;
import dev.ropewalk.scheduler.park.Parking;

/**
 * Parks the owner of a scope while it waits for the scope, for one of its channels or for one of its processes. The owner
 * wakes up now and then and looks for a deadlock: first often, then once a second. A scope that never had a channel, and
 * whose processes no thread joins, can't be in a deadlock; its owner sleeps until it is woken.
 */
final class DeadlockMonitor implements WaitObserver {
    private static final long MIN_INTERVAL_NANOS = 10_000_000;
    private static final long MAX_INTERVAL_NANOS = 1_000_000_000;

    private final VirtualThreadScope scope;
    private final Wait wait;
    private long nanos = MIN_INTERVAL_NANOS;

    DeadlockMonitor(VirtualThreadScope scope, Wait wait) {
        this.scope = scope;
        this.wait = wait;
    }

    @Override
    public void park() {
        if (!hasToWatch()) {
            Parking.park(wait, Parking.FOREVER);
            return;
        }
        long start = Parking.now();
        Parking.park(wait, nanos);
        if (Parking.now() - start >= nanos) {
            nanos = Math.min(2 * nanos, MAX_INTERVAL_NANOS);
            look();
        }
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
