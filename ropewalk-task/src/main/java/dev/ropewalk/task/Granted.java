package dev.ropewalk.task;

import org.jspecify.annotations.Nullable;

/** Those who were granted a permit under the limiter's lock, to be woken in that order when it is let go. */
final class Granted {
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
        long now = Parking.now();
        for (Place place = first; place != null; ) {
            Place next = place.after;
            place.after = null;
            place.partition.waits.record(now - place.since);
            place.waiter.wake();
            place = next;
        }
        first = null;
        last = null;
    }
}
