package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a budget that are measured. Whoever takes or gives back something measures those that are due; while
 * requests wait, a timer of the scheduler's or a virtual thread does. It ends when nobody waits, so that an idle budget costs nothing.
 *
 * <p>Why nobody waits unwatched: who begins to wait does so before it looks whether somebody {@code watches}, and who ceases
 * to watch says so before it looks once more whether anybody waits. Of two that do so at once, one at least sees the other.
 */
final class LiveSources {
    private final List<LiveSource> sources;
    private final Admission admission;
    private final LongSupplier clock;
    private final long interval;
    private final @Nullable Strand strand;
    private final AtomicBoolean watches = new AtomicBoolean();
    private volatile @Nullable Thread watcher;

    LiveSources(List<LiveSource> sources, Admission admission, LongSupplier clock, @Nullable Scheduler scheduler) {
        this.sources = List.copyOf(sources);
        this.admission = admission;
        this.clock = clock;
        this.interval = sources.stream().mapToLong(LiveSource::interval).min().orElse(Parking.FOREVER);
        this.strand = scheduler == null || sources.isEmpty() ? null : scheduler.newStrand();
    }

    /** Measures what is due. */
    void measure() {
        if (!sources.isEmpty()) {
            long now = clock.getAsLong();
            sources.forEach(source -> source.measure(now));
        }
    }

    /** Called by who has begun to wait. */
    void watch() {
        if (!sources.isEmpty() && watches.compareAndSet(false, true)) {
            if (strand == null) {
                watcher = Thread.ofVirtual().name("budget-watcher").start(this::sleepAndMeasure);
            } else {
                arm(strand);
            }
        }
    }

    /** Returns whether anybody waits; if not, the caller watches no longer. */
    private boolean isNeeded() {
        if (admission.isWaitedFor()) {
            return true;
        }
        watches.set(false);
        return admission.isWaitedFor() && watches.compareAndSet(false, true);
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
            watches.set(false);
        }
    }

    private void tick() {
        measure();
        if (strand != null && isNeeded()) {
            arm(strand);
        }
    }

    boolean isWatched() {
        return watches.get();
    }

    /** Called when nobody waits any more for good. */
    void stop() {
        Thread sleeping = watcher;
        if (sleeping != null) {
            LockSupport.unpark(sleeping);
        }
    }
}
