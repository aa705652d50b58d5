package dev.ropewalk.console.view;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at something no more often than once in a period, and so that looking takes up at most a fiftieth of the time: what took a
 * tenth of a second is looked at each five seconds. A look that takes long once delays nothing: classes were loaded for it, or the machine was busy.
 * Whoever asks in between gets the last look. Any thread may ask; one looks. While it
 * does, which may take for ever if a part doesn't answer, the others get the last look, too; where there is none they wait a while for the first.
 *
 * @param <T> what is seen
 */
final class Paced<T> {
    private static final int MOST_OF_TIME = 50;
    private static final long FIRST_LOOK_SECONDS = 5;

    private final Supplier<? extends T> source;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable T last;

    /** Guarded by the lock. */
    private long next;

    /** How long the last look has taken; guarded by the lock, too. */
    private long lastCost;

    Paced(Supplier<? extends T> source, long periodNanos, LongSupplier nanoTime) {
        this.source = source;
        this.periodNanos = periodNanos;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /**
     * Returns the last look, after a new one if it is time for that.
     *
     * @throws IllegalStateException if the first look is still under way
     */
    T look() {
        T known = last;
        if (known != null) {
            return looking.tryLock() ? lookUnlocking() : known;
        }
        boolean mayLook = false;
        try {
            mayLook = looking.tryLock(FIRST_LOOK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the console is closed");
        }
        if (!mayLook) {
            throw new IllegalStateException("a part of the program doesn't answer: the first look isn't done yet");
        }
        return lookUnlocking();
    }

    private T lookUnlocking() {
        try {
            T current = last;
            long start = nanoTime.getAsLong();
            if (current == null || start - next >= 0) {
                current = lookFrom(start);
            }
            return current;
        } finally {
            looking.unlock();
        }
    }

    private T lookFrom(long start) {
        try {
            T seen = source.get();
            last = seen;
            return seen;
        } finally {
            long cost = nanoTime.getAsLong() - start;
            // A little less than the period: who asks once in a period shall get a new look each time.
            next = start + Math.max(periodNanos * 3 / 4, Math.min(cost, lastCost) * MOST_OF_TIME);
            lastCost = cost;
        }
    }
}
