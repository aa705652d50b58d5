package dev.ropewalk.task;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A resource that is measured, at most once in an interval, by whoever comes when it is due. */
final class LiveSource {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.task");

    private final Admission admission;
    private final int resource;
    private final Gauge gauge;
    private final long interval;

    /** Held while measuring: who finds it taken goes on with the capacity that is known. */
    private final ReentrantLock measuring = new ReentrantLock();

    private volatile long measuredAt;
    private boolean failed;

    LiveSource(Admission admission, int resource, Gauge gauge, long interval, long now) {
        this.admission = admission;
        this.resource = resource;
        this.gauge = gauge;
        this.interval = interval;
        this.measuredAt = now;
    }

    long interval() {
        return interval;
    }

    /** Measures if that is due, and tells the budget. */
    void measure(long now) {
        if (now - measuredAt < interval || !measuring.tryLock()) {
            return;
        }
        List<Waiter<Grant>> settled = List.of();
        try {
            measuredAt = now;
            long capacity = Math.max(0, gauge.capacity(admission.inUse(resource), now));
            settled = admission.moveCapacity(resource, capacity);
            failed = false;
        } catch (RuntimeException e) {
            logOnce(e);
        } finally {
            measuring.unlock();
        }
        settled.forEach(Waking::wake);
    }

    private void logOnce(RuntimeException e) {
        if (!failed) {
            LOGGER.log(Level.WARNING, "can't measure '" + admission.nameOf(resource) + "', its capacity stays", e);
        }
        failed = true;
    }
}
