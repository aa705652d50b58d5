package dev.ropewalk.cluster.channel;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Elements in a line. Each brings its place, so that none is lost for want of memory. */
final class SentValues {
    private @Nullable Place first;
    private @Nullable Place last;
    private int size;

    /** The place of an element in one line at a time. */
    static final class Place {
        private final SentValue value;
        private @Nullable Place next;
        private boolean isTaken;

        Place(SentValue value) {
            this.value = value;
        }
    }

    /** Adds an element, unless it is there. */
    void add(Place place) {
        if (place.isTaken) {
            return;
        }
        place.isTaken = true;
        if (last == null) {
            first = place;
        } else {
            last.next = place;
        }
        last = place;
        size++;
    }

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return size;
    }

    /** Returns the first one; there must be one. */
    SentValue peek() {
        return Objects.requireNonNull(first).value;
    }

    /** Takes the first one out; there must be one. */
    SentValue remove() {
        Place removed = Objects.requireNonNull(first);
        first = removed.next;
        removed.next = null;
        removed.isTaken = false;
        if (first == null) {
            last = null;
        }
        size--;
        return removed.value;
    }

    void forEach(Consumer<SentValue> action) {
        for (Place place = first; place != null; place = place.next) {
            action.accept(place.value);
        }
    }

    void clear() {
        while (first != null) {
            SentValue ignored = remove();
        }
    }
}
