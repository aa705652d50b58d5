package dev.ropewalk.console.view;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The points of the last five minutes, and of each second about one: where they are closer, the last one gives way to the next. If the
 * clock is put back all begins again. Not thread-safe.
 */
final class RecentPoints<T> {
    private static final long OLDEST_MILLIS = 300_000;
    /** Who looks once a second looks a little sooner or later. */
    private static final long APART_MILLIS = 900;

    private final ToLongFunction<? super T> millis;
    private final ArrayDeque<T> points = new ArrayDeque<>();

    /** The time of the last but one; only if there are two. */
    private long lastButOne;

    RecentPoints(ToLongFunction<? super T> millis) {
        this.millis = millis;
    }

    void add(T point) {
        long now = millis.applyAsLong(point);
        if (!points.isEmpty()) {
            long last = millis.applyAsLong(points.getLast());
            if (now < last) {
                points.clear();
            } else if (points.size() > 1 && last - lastButOne < APART_MILLIS) {
                points.removeLast();
            } else {
                lastButOne = last;
            }
        }
        points.addLast(point);
        while (now - millis.applyAsLong(points.getFirst()) > OLDEST_MILLIS) {
            points.removeFirst();
        }
    }

    Optional<T> latest() {
        return Optional.ofNullable(points.peekLast());
    }

    List<T> all() {
        return List.copyOf(points);
    }
}
