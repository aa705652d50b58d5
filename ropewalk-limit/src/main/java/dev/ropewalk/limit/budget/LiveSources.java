package dev.ropewalk.limit.budget;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Unscheduled;
import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a budget that are measured. A thread that takes something measures the resources that are due, and so does a
 * thread that gives back what requests wait for. While requests wait, a timer of the scheduler or a virtual thread measures, too.
 * It ends when no request waits, so that an idle budget costs nothing.
 *
 * <p>No failure ends the watch while a request waits. What a look throws is logged, and the next look comes at its time. If there is no
 * memory for the next timer, nor for a thread instead, the timer's task stays and looks again itself.
 */
public final class LiveSources implements IdleWait {
    /** The log of limiters and budgets. */
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.limit", LiveSources.class);

    private final LiveSource[] sources;
    private final LimitedLog log;

    // Made beforehand: where measuring fails there may be no memory.
    private final Supplier<String> noThread;
    private final Supplier<String> failedLook;

    private final Admission admission;
    private final LongSupplier clock;
    private final long interval;
    private final @Nullable Strand strand;
    private final WatcherFlag watch = new WatcherFlag();
    private volatile @Nullable Thread watcher;

    /** Whether the watcher's last look failed; passed on from one watcher to the next by the flag. */
    private boolean failed;

    public LiveSources(
            List<LiveSource> sources,
            Admission admission,
            LongSupplier clock,
            @Nullable Scheduler scheduler,
            LimitedLog log) {
        String budget = admission.toString();
        this.sources = sources.toArray(LiveSource[]::new);
        this.log = log;
        this.noThread = () -> budget + ": no thread measures live resources while requests wait";
        this.failedLook = () -> budget + ": can't measure live resources while requests wait, it is tried again";
        this.admission = admission;
        this.clock = clock;
        this.interval = sources.stream().mapToLong(LiveSource::interval).min().orElse(Parking.FOREVER);
        this.strand = scheduler == null || sources.isEmpty() ? null : scheduler.newStrand();
    }

    /** Returns a log of a budget's failures. */
    static LimitedLog newLog(Admission admission) {
        return new LimitedLog(LOG, admission.toString());
    }

    /** Measures what is due. */
    public void measure() {
        if (sources.length > 0) {
            long now = clock.getAsLong();
            for (LiveSource source : sources) {
                source.measure(now);
            }
        }
    }

    /** Called by a thread whose request has begun to wait. */
    public void watch() {
        if (sources.length > 0 && watch.tryBegin()) {
            if (!measuresLater()) {
                watch.end();
            }
        }
    }

    /** Has the next look begun by another thread; returns false if none will. */
    private boolean measuresLater() {
        return (strand != null && arm(strand)) || startWatcher();
    }

    private boolean continueOrEndWatch() {
        return watch.continueOrEnd(admission::isWaitedFor);
    }

    /** Without a thread only callers that take or give back measure; the next one while a request waits tries again. */
    private boolean startWatcher() {
        try {
            Thread started =
                    Unscheduled.isolatedThreads(Steps.simulatedScheduler()).newThread(this::sleepAndMeasure);
            started.setName("ropewalk-budget-watcher");
            watcher = started;
            started.start();
            return true;
        } catch (Throwable refused) {
            log.log(Level.WARNING, noThread, refused);
            return false;
        }
    }

    private void sleepAndMeasure() {
        while (continueOrEndWatch()) {
            sleep();
            look();
        }
    }

    private void sleep() {
        try {
            Parking.park(this, interval);
        } catch (OutOfMemoryError noTimer) {
            Steps.giveWay(this);
        }
    }

    private void look() {
        try {
            measure();
            failed = false;
        } catch (Throwable e) {
            if (!failed) {
                failed = true;
                log.log(Level.WARNING, failedLook, e);
            }
        }
    }

    private boolean arm(Strand on) {
        try {
            var ignored = on.scheduler().schedule(on, new Tick(), Duration.ofNanos(interval));
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError noTimer) {
            return false;
        }
    }

    /** A timer of the scheduler's. A closed scheduler has none: a thread takes its place, since requests may wait still. */
    private final class Tick implements Abandonable {
        @Override
        public void run() {
            look();
            while (continueOrEndWatch() && !measuresLater()) {
                sleep();
                look();
            }
        }

        @Override
        public void abandon() {
            if (!startWatcher()) {
                watch.end();
            }
        }
    }

    public boolean isWatched() {
        return watch.isWatched();
    }

    /** Called when no request will ever wait again. */
    public void stop() {
        Thread sleeping = watcher;
        if (sleeping != null) {
            Parking.unpark(sleeping);
        }
        log.end(Level.WARNING);
    }
}
