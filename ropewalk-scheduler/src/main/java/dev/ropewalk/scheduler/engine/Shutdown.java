package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.StuckWorker;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.scheduler.strand.RescuePool;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a scheduler ends: open, then closing (nothing new is accepted, the rest runs), then terminated (workers leave),
 * then drained (what they left is taken out of the queues).
 *
 * <p>Nothing is lost at the last moment. A submitter that passed the check while the scheduler was open puts its work in a
 * queue and then looks again: if the closing thread has begun to drain the queues, it takes everything out of that queue and
 * has it run by the JDK's common pool. Put and look are ordered by the put's atomic exchange, the state DRAINED and the
 * draining by a volatile write, so one of the two sees the other. The same way out takes the continuations of virtual
 * threads, which may come at any time and must run. The submitter may be at the end of its stack, so the pool does the
 * emptying: what was taken out by a thread that fails then would be lost.
 *
 * <p>A late submitter doesn't drop what it finds: the report may be written already. Before DRAINED it takes nothing out:
 * that would run, or hide from the report, what is still to be abandoned and counted. A worker that was stuck looks in the
 * same way, and drops what the report counts as abandoned.
 *
 * <p>All is quiet when every worker sleeps and every queue is empty at one moment. No thread can look at one moment, so it
 * looks twice: if all slept and all was empty both times and no worker woke in between, as the count of their naps tells, it
 * was so in between.
 *
 * <p>A task may come after that, from a submitter that passed the check before, and a worker may take it before it sees that it has
 * to leave. Workers that have begun no task since all was quiet leave by themselves, and are waited for. One that has is
 * interrupted when the time is up, as if all had never been quiet; what it leaves behind is abandoned then and counted.
 */
final class Shutdown {
    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int TERMINATED = 2;
    private static final int DRAINED = 3;
    private static final long INTERRUPT_GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final WorkStealingScheduler scheduler;
    private final Inventory.Entry<Scheduler> entry;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong abandoned = new AtomicLong();
    private volatile int state = OPEN;

    /** Whether the time was up while there were tasks; written before the state becomes DRAINED. */
    private boolean cutShort;

    /** How many tasks were begun when all was quiet. */
    private long tasksWhenQuiet;

    private @Nullable SchedulerCloseReport report;

    /** The thread that tells owners what was abandoned, while it does. */
    private volatile @Nullable Thread telling;

    Shutdown(WorkStealingScheduler scheduler) {
        this.scheduler = scheduler;
        this.entry = LiveSchedulers.ALL.place(scheduler.options.name(), scheduler);
    }

    /** Lists the scheduler until it is closed. */
    void list() {
        Steps.enterUnlessSimulated(entry);
    }

    boolean isOpen() {
        return state == OPEN;
    }

    boolean isTerminated() {
        return state >= TERMINATED;
    }

    /** Returns whether no thread looks at the queues of the workers any more. */
    boolean isDrained() {
        return state == DRAINED;
    }

    /**
     * Ends the scheduler, unless that was done. The owners of what is abandoned are told when the lock is free, and only then,
     * or when closing has failed, do the threads that await the end go on.
     */
    SchedulerCloseReport close(long timeoutNanos) {
        RescuePool.prepare();
        List<Runnable> toTell = new ArrayList<>();
        boolean first = false;
        lock.lock();
        try {
            if (report == null) {
                first = true;
                report = endAndRelease(timeoutNanos, toTell);
            }
            return report;
        } finally {
            lock.unlock();
            if (first) {
                tellAndRelease(toTell);
            }
        }
    }

    /** Lets the threads that await the end go on, whatever goes wrong before. */
    private void tellAndRelease(List<Runnable> toTell) {
        telling = Thread.currentThread();
        try {
            tellAll(toTell);
            scheduler.endFailureLog();
        } finally {
            telling = null;
            closed.countDown();
            entry.leave();
        }
    }

    /** Needs no memory. */
    private void tellAll(List<Runnable> toTell) {
        for (int i = 0; i < toTell.size(); i++) {
            tell(toTell.get(i));
        }
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Returns whether the calling code is an owner's that this is telling what was abandoned. */
    boolean isTelling() {
        return Thread.currentThread().equals(telling);
    }

    /** Tells an owner what was abandoned. What one throws keeps no other from being told. */
    private void tell(Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            scheduler.uncaught(thrown);
        }
    }

    /** Waits until this is closed; returns false if the time is up. */
    boolean awaitClosed(long timeoutNanos) throws InterruptedException {
        return closed.await(timeoutNanos, TimeUnit.NANOSECONDS);
    }

    private SchedulerCloseReport endAndRelease(long timeoutNanos, List<Runnable> toTell) {
        try {
            return end(timeoutNanos, toTell);
        } finally {
            scheduler.monitor().release();
        }
    }

    private SchedulerCloseReport end(long timeoutNanos, List<Runnable> toTell) {
        long deadline = System.nanoTime() + timeoutNanos;
        state = CLOSING;
        boolean quiet = await(this::recoverAndCheckQuiet, deadline);
        cutShort = !quiet;
        state = TERMINATED;
        List<Runnable> timersToTell = new ArrayList<>();
        long timers = scheduler.monitor().stop(timersToTell);
        try {
            List<StuckWorker> stuck = endWorkers(quiet, deadline);
            scheduler.recover();
            state = DRAINED;
            emptyAll(toTell);
            recoverIfNeeded(); // what was left since the last look
            return new SchedulerCloseReport(abandoned.get(), timers, stuck);
        } finally {
            toTell.addAll(timersToTell); // the last: what waits in queues came before
        }
    }

    /** Has the workers leave, and returns those that don't. */
    private List<StuckWorker> endWorkers(boolean quiet, long deadline) {
        wakeAll(!quiet);
        if (quiet && awaitLateTask(deadline)) {
            cutShort = true;
            wakeAll(true);
        }
        await(this::haveAllLeft, afterGrace(deadline));
        List<StuckWorker> stuck = new ArrayList<>();
        for (int i = 0; i < scheduler.table.count(); i++) {
            Thread thread = scheduler.table.get(i).thread();
            if (thread != null && thread.isAlive()) {
                stuck.add(LongTaskWatch.stuckWorker(thread));
                abandoned.addAndGet(pendingBehindTask(scheduler.table.get(i)));
            }
        }
        return stuck;
    }

    /** Waits until all workers have left, and returns false; or returns true if the time is up and one has begun a late task. */
    private boolean awaitLateTask(long deadline) {
        await(
                () -> haveAllLeft() || (System.nanoTime() - deadline >= 0 && tasksBegun() != tasksWhenQuiet),
                Long.MAX_VALUE / 2 + System.nanoTime());
        return !haveAllLeft();
    }

    private long tasksBegun() {
        long tasks = 0;
        for (int i = 0; i < scheduler.table.max(); i++) {
            Worker worker = scheduler.table.getIfMade(i);
            tasks += worker == null ? 0 : worker.stats.tasksBegun();
        }
        return tasks;
    }

    private static long afterGrace(long deadline) {
        return Math.max(deadline - System.nanoTime(), 0) + System.nanoTime() + INTERRUPT_GRACE_NANOS;
    }

    private static boolean await(BooleanSupplier condition, long deadline) {
        long pause = 20_000;
        boolean interrupted = false;
        boolean met = condition.getAsBoolean();
        for (long left = deadline - System.nanoTime(); !met && left > 0; left = deadline - System.nanoTime()) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(Math.min(pause, left));
            pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
            met = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return met;
    }

    private boolean recoverAndCheckQuiet() {
        recoverIfNeeded();
        return lookWhetherQuiet();
    }

    private void recoverIfNeeded() {
        if (scheduler.mishaps.any) {
            scheduler.recover();
        }
    }

    /**
     * Between the two looks no task is begun if all is quiet, so they are counted there. The counts are read with acquire: a late task
     * that was counted as if it had come before would be waited for without end, if the second look didn't see its worker awake.
     */
    private boolean lookWhetherQuiet() {
        long naps = napsIfAllSleep();
        if (naps < 0) {
            return false;
        }
        tasksWhenQuiet = tasksBegun();
        return naps == napsIfAllSleep();
    }

    /**
     * Returns how often workers have gone to sleep, or -1 if one is awake or something is queued. The naps of spare workers
     * that are forgotten meanwhile count on: their loss would hide as many naps of others.
     */
    long napsIfAllSleep() {
        if (scheduler.mishaps.any) {
            return -1;
        }
        long naps = 0;
        for (int i = 0; i < scheduler.table.max(); i++) {
            Worker worker = scheduler.table.getIfMade(i);
            if (worker == null) {
                continue;
            }
            boolean quiet = !worker.status.isAtWork() || worker.idling.isAsleep();
            if (!quiet || worker.hasQueued()) {
                return -1;
            }
            naps += worker.stats.parks();
        }
        return naps;
    }

    private void wakeAll(boolean interrupt) {
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.table.get(i);
            Thread thread = worker.thread();
            worker.status.setLookWanted(true);
            if (!worker.idling.wake() && interrupt && thread != null) {
                interrupt(thread);
            }
        }
        scheduler.spares.wakeResting();
    }

    /** A thread that is blocked in a channel closes it, by code of users that may throw. */
    private void interrupt(Thread thread) {
        try {
            thread.interrupt();
        } catch (Throwable thrown) {
            scheduler.uncaught(thrown);
        }
    }

    private boolean haveAllLeft() {
        for (int i = 0; i < scheduler.table.count(); i++) {
            Thread thread = scheduler.table.get(i).thread();
            if (thread != null && thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    /** Counts what waits in the strand that a stuck worker runs: it is in no queue. */
    private static long pendingBehindTask(Worker worker) {
        SerialStrand current = worker.current();
        return current == null ? 0 : current.pending(Integer.MAX_VALUE);
    }

    /** Takes out what is left; after a quiet end that can only be from submitters that came at the last moment. */
    private void emptyAll(List<Runnable> toTell) {
        for (int i = 0; i < scheduler.table.count(); i++) {
            new Leftovers(scheduler, abandoned, !cutShort, toTell::add).takeAll(scheduler.table.get(i));
        }
    }

    /** Runs elsewhere what was put into a queue that no worker will look at again. */
    void rescueIfDrained(Worker worker) {
        if (!isDrained()) {
            return;
        }
        if (scheduler.currentWorker() == null) {
            RescuePool.execute(() -> rescue(worker, true));
        } else {
            rescue(worker, !cutShort);
        }
    }

    private void rescue(Worker worker, boolean keepAll) {
        List<Runnable> toTell = new ArrayList<>(); // an owner may send anew, to a strand that is being emptied
        try {
            new Leftovers(scheduler, abandoned, keepAll, toTell::add).takeAll(worker);
        } finally {
            tellAll(toTell);
        }
    }
}
