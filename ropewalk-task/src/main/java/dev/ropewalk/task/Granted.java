package dev.ropewalk.task;

import org.jspecify.annotations.Nullable;

/**
 * Those who were granted a permit under the limiter's lock, to be woken in that order when it is let go.
 *
 * <p>To wake a future runs what its user has chained to it, which may well release the permit and wake the next. So that a long
 * queue of futures isn't a deep stack, a thread that is about to wake while it wakes already leaves that to the outer call.
 */
final class Granted {
    private static final ThreadLocal<@Nullable Granted> WAKING = new ThreadLocal<>();

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

    void wake() {
        if (first == null) {
            return;
        }
        Granted outer = WAKING.get();
        if (outer != null) {
            outer.addAll(this);
            return;
        }
        WAKING.set(this);
        try {
            wakeAll();
        } finally {
            WAKING.remove();
        }
    }

    private void wakeAll() {
        for (Place place = poll(); place != null; place = poll()) {
            place.partition.waits.record(Parking.now() - place.since);
            place.waiter.wake();
        }
    }

    private @Nullable Place poll() {
        Place place = first;
        if (place != null) {
            first = place.after;
            place.after = null;
            if (first == null) {
                last = null;
            }
        }
        return place;
    }

    private void addAll(Granted others) {
        for (Place place = others.poll(); place != null; place = others.poll()) {
            add(place);
        }
    }
}
