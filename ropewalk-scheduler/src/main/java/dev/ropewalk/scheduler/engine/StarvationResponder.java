package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.event.StarvationEvent;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.ReportPace;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Spares;
import dev.ropewalk.scheduler.worker.WorkerTable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is done about starvation, when work waits and every worker is blocked or stuck: a spare worker is added if the bound
 * allows, the event is counted, and the stacks of the workers are logged. Used by the monitor's thread alone.
 */
final class StarvationResponder {
    private final WorkerTable table;
    private final WorkerSampler sampler;
    private final Spares spares;
    private final SchedulerOptions options;
    private final ReportPace reports = new ReportPace();
    private final AtomicLong events = new AtomicLong();
    private boolean starving;

    StarvationResponder(WorkerTable table, WorkerSampler sampler, Spares spares, SchedulerOptions options) {
        this.table = table;
        this.sampler = sampler;
        this.spares = spares;
        this.options = options;
    }

    /** Lets go what was added for workers that aren't stuck any longer, and adds a spare worker if all workers are held up. */
    void respond(WorkerSampler.Sample sample, long now) {
        if (spares.stuck() > sample.stuck()) {
            spares.replaceStuck(sample.stuck());
        }
        boolean starvingNow = sample.isStarving();
        if (starvingNow) {
            relieve(now);
        }
        starving = starvingNow;
    }

    /** Returns how often all workers were held up while something waited. */
    long events() {
        return events.get();
    }

    /** Adds a spare worker because no worker comes to what is queued, and says so. */
    private void relieve(long now) {
        boolean add = spares.hasRoom();
        if (add || !starving) {
            events.incrementAndGet();
            if (FlightRecorderState.isUsed()) {
                record(add);
            }
        }
        if (reports.seeAndTakeTurn(now)) {
            Log.warning(report(add));
        }
        spares.replaceStuck(spares.stuck() + 1);
    }

    private void record(boolean add) {
        try {
            StarvationEvent.record(options.name(), add);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private String report(boolean add) {
        var held = new HeldWorkers();
        for (int i = 0; i < table.count(); i++) {
            Thread thread = table.get(i).thread();
            if (thread != null && table.get(i).status.isHeldUp()) {
                held.add(
                        table.get(i).status.isBlocked() ? "in blocking()" : sampler.describeTask(i),
                        LongTaskWatch.stuckWorker(thread));
            }
        }
        return "scheduler " + options.name() + ": every worker is blocked or held by one task for over "
                + TimeUnit.NANOSECONDS.toMillis(options.stuckNanos()) + " ms while work waits; "
                + (add ? "a spare worker is added" : "no spare worker is left") + held;
    }
}
