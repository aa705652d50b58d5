package dev.ropewalk.limit.permit;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The places of the waiting callers, from the oldest to the newest; each may leave in constant time. Not thread-safe. */
final class WaitLine {
    private final boolean newestFirst;
    private @Nullable Place oldest;
    private @Nullable Place newest;
    private int size;

    WaitLine(boolean newestFirst) {
        this.newestFirst = newestFirst;
    }

    void add(Place place) {
        place.queued = true;
        place.before = newest;
        if (newest == null) {
            oldest = place;
        } else {
            newest.after = place;
        }
        newest = place;
        size++;
    }

    /** Removes and returns the next place; there is one. */
    Place poll() {
        Place next = Objects.requireNonNull(newestFirst ? newest : oldest, "no caller waits");
        remove(next);
        return next;
    }

    /** Removes a place, unless it is gone already. */
    void remove(Place place) {
        if (!place.queued) {
            return;
        }
        place.queued = false;
        if (place.before == null) {
            oldest = place.after;
        } else {
            place.before.after = place.after;
        }
        if (place.after == null) {
            newest = place.before;
        } else {
            place.after.before = place.before;
        }
        place.before = null;
        place.after = null;
        size--;
    }

    /** Adds the places that have waited longest to a list, so many at most. */
    void addTo(List<Place> places, int most) {
        int left = most;
        for (Place place = oldest; place != null && left > 0; place = place.after) {
            places.add(place);
            left--;
        }
    }

    int size() {
        return size;
    }
}
