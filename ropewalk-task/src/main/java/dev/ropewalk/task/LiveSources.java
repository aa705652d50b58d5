package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a budget that are measured. Whoever takes something measures those that are due, as does who gives
 * something back for which others wait; while requests wait, a timer of the scheduler's or a virtual thread does. It
 * ends when nobody waits, so that an idle budget costs nothing.
 */
final class LiveSources {
    private final LiveSource[] sources;
    private final Admission admission;
    private final LongSupplier clock;
    private final long interval;
    private final @Nullable Strand strand;
    private final Watch watch = new Watch();
    private volatile @Nullable Thread watcher;

    LiveSources(List<LiveSource> sources, Admission admission, LongSupplier clock, @Nullable Scheduler scheduler) {
        this.sources = sources.toArray(LiveSource[]::new);
        this.admission = admission;
        this.clock = clock;
        this.interval = sources.stream().mapToLong(LiveSource::interval).min().orElse(Parking.FOREVER);
        this.strand = scheduler == null || sources.isEmpty() ? null : scheduler.newStrand();
    }

    /** Measures what is due. */
    void measure() {
        if (sources.length > 0) {
            long now = clock.getAsLong();
            for (LiveSource source : sources) {
                source.measure(now);
            }
        }
    }

    /** Called by who has begun to wait. */
    void watch() {
        if (sources.length > 0 && watch.begin()) {
            if (strand == null) {
                watcher = Thread.ofVirtual().name("budget-watcher").start(this::sleepAndMeasure);
            } else {
                arm(strand);
            }
        }
    }

    private boolean isNeeded() {
        return watch.goesOn(admission::isWaitedFor);
    }

    private void sleepAndMeasure() {
        while (isNeeded()) {
            LockSupport.parkNanos(this, interval);
            measure();
        }
    }

    /** A closed scheduler has no timers: whoever gives something back still measures. */
    private void arm(Strand on) {
        try {
            var ignored = on.scheduler().schedule(on, this::tick, Duration.ofNanos(interval));
        } catch (RejectedExecutionException closed) {
            watch.end();
        }
    }

    private void tick() {
        measure();
        if (strand != null && isNeeded()) {
            arm(strand);
        }
    }

    boolean isWatched() {
        return watch.isWatched();
    }

    /** Called when nobody waits any more for good. */
    void stop() {
        Thread sleeping = watcher;
        if (sleeping != null) {
            LockSupport.unpark(sleeping);
        }
    }
}
