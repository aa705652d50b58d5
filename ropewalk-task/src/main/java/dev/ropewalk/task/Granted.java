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
        Place place = first;
        first = null;
        last = null;
        while (place != null) {
            Place next = place.after;
            place.after = null;
            place.partition.waits.record(Parking.now() - place.since);
            Waking.wake(place.waiter);
            place = next;
        }
    }
}
