package dev.ropewalk.sim.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.StuckWorker;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.time.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a simulated scheduler: no new work, the rest of the old, and word to the owners of what is left over. */
final class SchedulerEnd {
    private final Scheduler scheduler;
    private final WorldHost host;
    private final SchedulerState state;
    private final Workers workers;
    private @Nullable SchedulerCloseReport report;
    private boolean telling;

    SchedulerEnd(Scheduler scheduler, WorldHost host, SchedulerState state, Workers workers) {
        this.scheduler = scheduler;
        this.host = host;
        this.state = state;
        this.workers = workers;
    }

    SchedulerCloseReport close(long nanos) {
        host.requireCaller(scheduler);
        refuseTasks("close()");
        host.before(StepKind.CLOSE, scheduler);
        if (report == null) {
            state.close();
            long deadline = host.later(nanos);
            if (nanos > 0) {
                waitUntilDrained(deadline);
            }
            report = abandon();
        }
        return report;
    }

    private void waitUntilDrained(long deadline) {
        if (host.isCaller()) {
            Event alarm = host.at(deadline, () -> {});
            host.awaitCondition("the end of the scheduler", () -> state.tasks() == 0 || !alarm.isWaiting());
            alarm.cancel();
        } else {
            Event alarm = host.at(deadline, () -> {});
            host.runUntil(() -> state.tasks() == 0 || !alarm.isWaiting());
            alarm.cancel();
        }
    }

    private SchedulerCloseReport abandon() {
        telling = true;
        try {
            List<Abandonable> timers = new ArrayList<>(state.timers());
            timers.forEach(Abandonable::abandon);
            long tasks = 0;
            for (Party party : host.readyParties()) {
                if (party.place == null) {
                    host.withdraw(party);
                    if (party instanceof SimulatedStrand strand) {
                        tasks += strand.abandonAll();
                    } else if (party instanceof TaskParty task) {
                        tasks++;
                        task.abandon();
                        state.noteTaskEnded();
                    }
                }
            }
            List<StuckWorker> stuck = state.tasks() == 0 ? List.of() : workers.stuck();
            return new SchedulerCloseReport(tasks, timers.size(), stuck);
        } finally {
            telling = false;
        }
    }

    boolean await(Duration timeout) throws InterruptedException {
        host.requireCaller(scheduler);
        refuseTasks("awaitTermination()");
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for the end of " + scheduler);
        }
        if (report == null && timeout.isPositive() && host.isCaller()) {
            return host.awaitCondition(
                    "the end of the scheduler", () -> report != null, Durations.timeoutNanos(timeout));
        }
        return report != null;
    }

    boolean isTelling() {
        return telling;
    }

    /** Only a thread can wait for the end: a task would wait for itself. */
    private void refuseTasks(String method) {
        if (telling || (host.isCaller() && host.current().isTask())) {
            throw new IllegalStateException(method + " of " + state.name() + " was called by "
                    + (telling ? "code that is told what was abandoned" : "a task of it: " + host.current())
                    + ", which would wait for itself; call it from a thread");
        }
    }
}
