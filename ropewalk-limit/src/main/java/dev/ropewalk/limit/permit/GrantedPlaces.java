package dev.ropewalk.limit.permit;

import dev.ropewalk.base.Failures;
import dev.ropewalk.limit.waiter.Waking;
import dev.ropewalk.scheduler.park.Parking;
import org.jspecify.annotations.Nullable;

/**
 * The places that were granted a permit, in order, until they are taken to be woken outside of the limiter's lock, which guards this.
 * Their places are the links, so that it needs no memory.
 */
final class GrantedPlaces {
    private @Nullable Place first;
    private @Nullable Place last;

    /** Adds a place that has left its line; its link is used again. */
    void add(Place place) {
        if (last == null) {
            first = place;
        } else {
            last.after = place;
        }
        last = place;
    }

    /** Takes all, for {@link #wake}. */
    @Nullable
    Place take() {
        Place all = first;
        first = null;
        last = null;
        return all;
    }

    /** Wakes all that were taken; without the lock. */
    static void wake(@Nullable Place all) {
        for (Place place = all; place != null; ) {
            Place next = place.after;
            place.after = null;
            try {
                place.partition.waits.record(Parking.now() - place.since);
            } catch (OutOfMemoryError uncounted) {
                Failures.uncaught(uncounted);
            }
            Waking.wake(place.waiter);
            place = next;
        }
    }
}
