package dev.ropewalk.limit.budget;

import dev.ropewalk.base.LimitedLog;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A resource that is measured, at most once in an interval, by the first caller that comes when it is due. */
public final class LiveSource {
    private final Admission admission;
    private final int resource;
    private final Gauge gauge;
    private final long interval;

    /** Made beforehand: where measuring fails there may be no memory. */
    private final Supplier<String> failure;

    private final LimitedLog log;

    /** Set while a thread measures: another, or the gauge itself, goes on with the capacity that is known. */
    private final AtomicBoolean measuring = new AtomicBoolean();

    private volatile long measuredAt;
    private boolean failed;

    public LiveSource(Admission admission, int resource, Gauge gauge, long interval, long now, LimitedLog log) {
        String text = admission + ": can't measure '" + admission.nameOf(resource) + "', its capacity stays";
        this.admission = admission;
        this.resource = resource;
        this.gauge = gauge;
        this.interval = interval;
        this.failure = () -> text;
        this.log = log;
        this.measuredAt = now;
    }

    long interval() {
        return interval;
    }

    /** Measures if that is due, and tells the budget. */
    void measure(long now) {
        if (now - measuredAt < interval || !measuring.compareAndSet(false, true)) {
            return;
        }
        try {
            measuredAt = now;
            long capacity = Math.max(0, gauge.capacity(admission.inUse(resource), now));
            admission.moveCapacity(resource, capacity);
            failed = false;
        } catch (Throwable e) {
            logOnce(e);
        } finally {
            measuring.set(false);
        }
        admission.wakeSettled();
    }

    private void logOnce(Throwable e) {
        if (!failed) {
            failed = true;
            log.log(Level.WARNING, failure, e);
        }
    }
}
