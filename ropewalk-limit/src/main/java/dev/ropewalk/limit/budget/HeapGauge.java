package dev.ropewalk.limit.budget;

import java.util.concurrent.TimeUnit;

/**
 * How many bytes of the heap may be granted: its head-room after the last collection less a reserve, and less of that
 * the more time goes into collecting.
 *
 * <p>What was used after a collection is compared with what was granted at the time of that collection, because either says
 * nothing about the other at another time. So it is looked at once for each collection, together with the more of what is
 * granted now and was granted the time before: the collection was in between.
 */
public final class HeapGauge implements Gauge {
    /** Over how long the share of time in collections is measured, at least. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Up to this share of time, collections cost nothing of the capacity. */
    static final double CALM = 0.1;

    /** From this share of time on, one request at a time is all there is room for. */
    static final double OVERLOADED = 0.5;

    private final HeapUsage heap;
    private final long reserve;
    private final Headroom headroom = new Headroom();
    private long collections = -1;
    private long grantedBefore;
    private long capacity;
    private long windowStart;
    private long windowMillis = -1;
    private double share;

    public HeapGauge(HeapUsage heap, long reserve) {
        this.heap = heap;
        this.reserve = reserve;
    }

    @Override
    public long capacity(long inUse, long now) {
        long count = heap.collections();
        if (count != collections) {
            collections = count;
            long room = heap.max() - reserve - heap.usedAfterCollection();
            capacity = headroom.capacity(room, Math.max(inUse, grantedBefore));
        }
        grantedBefore = inUse;
        double left = (OVERLOADED - shareOfTime(now)) / (OVERLOADED - CALM);
        return Math.max(1, (long) (capacity * Math.clamp(left, 0, 1)));
    }

    /** Returns the share of the last window that went into collections. */
    private double shareOfTime(long now) {
        long millis = heap.collectionMillis();
        long nanos = now - windowStart;
        if (windowMillis < 0 || nanos >= WINDOW_NANOS) {
            share = windowMillis < 0 ? 0 : (double) TimeUnit.MILLISECONDS.toNanos(millis - windowMillis) / nanos;
            windowStart = now;
            windowMillis = millis;
        }
        return share;
    }
}
