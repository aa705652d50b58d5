package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.core.Parking;
import dev.ropewalk.channel.core.Wait;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a scope while it waits for it: it wakes up now and then and looks whether all are asleep, first often, then
 * once a second. Without any channel of its own nobody in a scope can be asleep for good, and the owner isn't woken.
 */
public final class Watchman {
    private static final long SHORTEST_NANOS = 10_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    private final ProcessScope scope;
    private final Wait wait;
    private long nanos = SHORTEST_NANOS;

    private Watchman(ProcessScope scope, Wait wait) {
        this.scope = scope;
        this.wait = wait;
    }

    /** Returns the watchman for a wait of the calling thread, or null if the thread owns no scope that it waits for. */
    public static @Nullable Watchman of(Wait wait) {
        ProcessScope scope = wait.scope();
        return scope != null && scope.nesting().isOwner(wait.thread()) ? new Watchman(scope, wait) : null;
    }

    /** Parks until the thread is woken or interrupted, or for no reason. */
    public void park() {
        if (!hasToWatch()) {
            Parking.park(wait);
            return;
        }
        long start = Parking.now();
        Parking.parkNanos(wait, nanos);
        if (Parking.now() - start >= nanos) {
            nanos = Math.min(2 * nanos, LONGEST_NANOS);
            look();
        }
    }

    private boolean hasToWatch() {
        for (ProcessScope at = scope; at != null; at = at.nesting().outerOfSameOwner()) {
            if (at.members().anyChannel()) {
                return true;
            }
        }
        return false;
    }

    private void look() {
        for (ProcessScope at = scope; at != null; at = at.nesting().outerOfSameOwner()) {
            if (Stillness.reigns(at, wait)) {
                at.failAsleep(wait);
                return;
            }
        }
    }
}
