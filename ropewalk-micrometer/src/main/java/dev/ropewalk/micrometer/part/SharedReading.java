package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot that all meters of a part read. A registry reads its meters one after the other, by their names: so the
 * snapshot is kept for {@link #KEPT_MILLIS} by the registry's clock, and a scrape takes one of each part, or a few if it
 * takes long.
 *
 * <p>A part may keep a thread that looks at it, such as a journal on a disk that hangs. Others wait for that snapshot for {@link
 * #WAIT_MILLIS} since it was begun, all together, and have the last one then. So a hanging part holds one scrape, not all.
 */
final class SharedReading<P, S> implements Reading<P, S> {
    static final long KEPT_MILLIS = 500;
    private static final long WAIT_MILLIS = 500;

    private final Function<? super P, ? extends S> snapshot;
    private final Clock clock;

    /** Guards what follows, so that threads that read at once take one snapshot. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isTaken;
    private long takenAt;

    /** Read without the lock by those who have waited long enough. */
    private volatile @Nullable S last;

    /** When the snapshot under way was begun, by {@link System#nanoTime}, of which zero is kept out; zero if none is. */
    private volatile long begunAt;

    SharedReading(Function<? super P, ? extends S> snapshot, Clock clock) {
        this.snapshot = snapshot;
        this.clock = clock;
    }

    @Override
    public @Nullable S of(P part) {
        return read(part, TimeUnit.MILLISECONDS.toNanos(KEPT_MILLIS));
    }

    /** Returns figures as above, from a snapshot of this moment. */
    @Nullable
    S ofThisMoment(P part) {
        return read(part, 0);
    }

    private @Nullable S read(P part, long maxAgeNanos) {
        if (!lockInTime()) {
            return last;
        }
        try {
            begunAt = System.nanoTime() | 1;
            long now = clock.monotonicTime();
            if (!isTaken || now - takenAt >= maxAgeNanos) {
                last = take(part);
                takenAt = now;
                isTaken = true;
            }
            return last;
        } finally {
            begunAt = 0;
            lock.unlock();
        }
    }

    private boolean lockInTime() {
        if (lock.tryLock()) {
            return true;
        }
        long begun = begunAt;
        long waited = begun == 0 ? 0 : System.nanoTime() - begun;
        try {
            return lock.tryLock(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS) - waited, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A part that has ended may refuse, or lack a module. A meter that throws would break the whole scrape. */
    private @Nullable S take(P part) {
        try {
            return snapshot.apply(part);
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }
}
