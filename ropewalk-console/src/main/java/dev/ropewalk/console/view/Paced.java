package dev.ropewalk.console.view;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at something no more often than once in a period, and so that looking takes up at most a fiftieth of the time: what took a
 * tenth of a second is looked at each five seconds. Whoever asks in between gets the last look. Any thread may ask; one looks.
 *
 * @param <T> what is seen
 */
final class Paced<T> {
    private static final int MOST_OF_TIME = 50;

    private final Supplier<? extends T> source;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private @Nullable T last;
    private long next;

    Paced(Supplier<? extends T> source, long periodNanos, LongSupplier nanoTime) {
        this.source = source;
        this.periodNanos = periodNanos;
        this.nanoTime = nanoTime;
    }

    synchronized T look() {
        long start = nanoTime.getAsLong();
        T current = last;
        if (current == null || start - next >= 0) {
            current = source.get();
            last = current;
            long cost = nanoTime.getAsLong() - start;
            // A little less than the period: who asks once in a period shall get a new look each time.
            next = start + Math.max(periodNanos * 3 / 4, cost * MOST_OF_TIME);
        }
        return current;
    }
}
