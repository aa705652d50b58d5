package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitObserver;
import dev.ropewalk.scheduler.park.Parking;

/**
 * The owner of a scope while it waits for it: it wakes up now and then and looks whether all are asleep, first often, then
 * once a second. Without any channel of its own nobody in a scope can be asleep for good, and the owner isn't woken.
 */
final class Watchman implements WaitObserver {
    private static final long SHORTEST_NANOS = 10_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    private final VirtualThreadScope scope;
    private final Wait wait;
    private long nanos = SHORTEST_NANOS;

    Watchman(VirtualThreadScope scope, Wait wait) {
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
            nanos = Math.min(2 * nanos, LONGEST_NANOS);
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
            if (Stillness.reigns(at, wait)) {
                at.failAsleep(wait);
                return;
            }
        }
    }
}
