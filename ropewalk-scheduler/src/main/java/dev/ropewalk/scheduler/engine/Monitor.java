package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.strand.Mishaps;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.Worker;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's one thread besides the workers. It does what goes by the clock: submits the tasks of timers ({@link
 * TimerQueue}), and watches the workers from outside ({@link WorkerSampler}), since one in a long task can't watch itself.
 *
 * <ul>
 *   <li>Work that has waited longer than the price of a move while a worker is parked: the one where it waits is marked as
 *       backlogged and a thief is called.
 *   <li>Work that has waited longer than a worker's fair rounds should allow: the worker looks at the clock after its task.
 *   <li>A worker held by one task for longer than {@code stuckAfter}: marked as stuck, so that everything may be taken from it. A
 *       worker that merely gets no CPU isn't stuck ({@link HeldTime}).
 *   <li>Work at a worker that is blocked or stuck, while the others are too busy to steal: it is handed to one of them.
 *   <li>A worker held by one task for many times {@code stuckAfter}: counted, and its stack is logged.
 *   <li>All workers blocked or stuck while something waits: starvation, which the {@link StarvationResponder} relieves.
 * </ul>
 *
 * <p>Its thread is also what keeps the JVM alive, unless the scheduler's threads are daemons: it is there from the start until
 * closing is over, whatever becomes of the workers, and a worker that never ends its task doesn't keep a closed scheduler's
 * program from ending.
 *
 * <p>It costs next to nothing when nothing goes on: with all workers parked it sleeps until the next timer, or for a second,
 * after which it looks for {@link Mishaps} of threads that couldn't wake any worker. A thread that queues work which will
 * wait wakes it. While workers run it looks every 50 microseconds to 1 millisecond as long as a worker could help, and else
 * every 5 milliseconds; a worker that queues what a parked one could take, but will most likely run it itself, wakes it from
 * the 5 milliseconds. Dekker's argument for its sleep: it writes {@code nap}, passes a full fence and looks once more at
 * the workers and the timers that came; a worker wakes with an atomic operation before it queues anything, and a timer is added by
 * one before its thread reads {@code nap}. A worker that calls passes a full fence between what it queues and its look at {@code
 * nap}; before that it has seen a parked worker, without a fence, so that one which parks at that very moment is found by the
 * next look.
 */
final class Monitor implements Runnable {
    private static final long MIN_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MIN_UNCALLED_NANOS = 2 * MIN_PAUSE_NANOS;
    private static final int LOOKS_AFTER_CALL = 2;
    private static final long MAX_NAP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final WorkStealingScheduler scheduler;
    private final Thread thread;
    private final TimerQueue timers;
    private final WorkerSampler sampler;
    private final StarvationResponder starvation;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private long pause = MIN_PAUSE_NANOS;

    /** Naps up to so long aren't worth a call. Doubles after each call in vain, for those cost the workers their time. */
    private long uncalled = MIN_UNCALLED_NANOS;

    /** How many looks are left to find what the last call was about. */
    private int looksAfterCall;

    /** Whether a worker was parked at the last look while another had something to take. */
    private boolean couldHelp;

    /** Null while the monitor is awake. */
    private volatile @Nullable Nap nap;

    /**
     * The monitor sleeps: until when, whether nothing but timers will happen until another thread says so, and whether a worker may
     * wake it that queues what a parked one could take.
     */
    private record Nap(long until, boolean idle, boolean mayBeCalled) {}

    Monitor(WorkStealingScheduler scheduler, SchedulerOptions options) {
        this.scheduler = scheduler;
        this.thread = scheduler.newMonitorThread(this, options.name() + "-monitor");
        this.timers = new TimerQueue(thread);
        this.sampler = new WorkerSampler(scheduler, options);
        this.starvation = new StarvationResponder(scheduler.table, sampler, scheduler.spares, options);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!scheduler.isTerminated()) {
                goOnce();
            }
        } finally {
            ended.countDown();
        }
        Uninterruptibly.await(released);
    }

    private void goOnce() {
        Worker.clearInterrupt(); // left on, it would keep this thread from parking
        try {
            long now = scheduler.nanoTime();
            fireTimers(now);
            sleep(now, watch(now));
        } catch (Throwable thrown) {
            scheduler.uncaught(thrown);
            scheduler.parkNanos(this, RETRY_NANOS);
        }
    }

    /** Returns whether the calling thread is this monitor's. */
    boolean isCurrent() {
        return thread.equals(Thread.currentThread());
    }

    /**
     * Ends the monitor's work, adds how to abandon what was still armed, and returns how much that was. Its thread stays
     * until {@link #release}.
     */
    long stop(List<Runnable> toTell) {
        scheduler.unpark(thread);
        if (thread.isAlive()) {
            Uninterruptibly.await(ended);
        }
        List<ArmedTimer> dropped = timers.takeAll();
        for (ArmedTimer timer : dropped) {
            toTell.add(timer::abandon);
        }
        return dropped.size();
    }

    /** Lets the monitor's thread end: the scheduler is closed, and nothing needs the JVM any longer. */
    void release() {
        released.countDown();
    }

    // Timers

    Timer arm(Strand strand, Runnable task, long delayNanos, long periodNanos) {
        Objects.requireNonNull(task, "task");
        scheduler.refuseIfClosed();
        return add(new ArmedTimer(timers, strand, task, scheduler.nanoTime() + Math.max(0, delayNanos), periodNanos));
    }

    /**
     * Arms a timer that does something short in the monitor's own thread, once. If that throws it hasn't been done: it is tried
     * again, or the task is abandoned when this scheduler has closed.
     */
    Timer armInMonitor(Runnable task, long due) {
        return add(new ArmedTimer(timers, null, task, due, 0));
    }

    /** A timer that is armed while the scheduler closes is found by {@link #stop}, or else finds the scheduler terminated. */
    private Timer add(ArmedTimer timer) {
        timers.accept(timer);
        Nap sleeping = nap;
        if (sleeping != null && timer.due - sleeping.until < 0) {
            scheduler.unpark(thread);
        }
        if (scheduler.isTerminated()) {
            timer.abandon();
        }
        return timer;
    }

    private void fireTimers(long now) {
        timers.applyChanges();
        if (scheduler.isOpen()) {
            timers.fire(now);
        }
    }

    // Watching

    /** Wakes the monitor if it sleeps because nothing goes on. For threads that queue work which will wait. */
    void wakeIfAsleep() {
        Nap sleeping = nap;
        if (sleeping != null && sleeping.idle) {
            nap = null;
            scheduler.unpark(thread);
        }
    }

    /**
     * Calls the monitor to look soon, if it sleeps for long. For a worker that queues what a parked one could take, and wakes none
     * because it will most likely run that itself, and next.
     */
    void call() {
        Nap sleeping = nap;
        if (sleeping != null && (sleeping.idle || sleeping.mayBeCalled)) {
            nap = null;
            scheduler.unpark(thread);
        }
    }

    long starvationEvents() {
        return starvation.events();
    }

    long longTasks() {
        return sampler.longTasks();
    }

    /** Looks at all workers; returns how long to sleep, {@link Durations#MAX_DELAY_NANOS} if all are parked. */
    private long watch(long now) {
        if (scheduler.mishaps.any) {
            scheduler.recover();
        }
        WorkerSampler.Sample sample = sampler.sample(now);
        if (sample.thiefWanted() && sample.anyParked()) {
            scheduler.wakeThief();
        }
        starvation.respond(sample, now);
        Worker stranded = sample.stranded();
        Worker able = sample.able();
        if (stranded != null && able != null && !sample.anyParked()) {
            scheduler.dispatch().handOver(stranded, able);
        }
        boolean found = sample.thiefWanted() && sample.anyParked();
        learnFromCall(found);
        couldHelp = sample.anyQueued() && sample.anyParked();
        if (scheduler.spares.hasTooMany()) {
            scheduler.dispatch().retireSpare();
            return BUSY_PAUSE_NANOS;
        }
        return nextPause(sample.anyAwake(), couldHelp, found);
    }

    private void learnFromCall(boolean found) {
        if (found) {
            uncalled = MIN_UNCALLED_NANOS;
            looksAfterCall = 0;
        } else if (looksAfterCall > 0 && --looksAfterCall == 0) {
            uncalled = Math.min(BUSY_PAUSE_NANOS, 2 * uncalled);
        }
    }

    private long nextPause(boolean anyAwake, boolean anyCouldHelp, boolean found) {
        if (!anyAwake) {
            return Durations.MAX_DELAY_NANOS;
        }
        long longest = anyCouldHelp ? MAX_PAUSE_NANOS : BUSY_PAUSE_NANOS;
        pause = found ? MIN_PAUSE_NANOS : Math.min(longest, 2 * pause);
        return pause;
    }

    private void sleep(long now, long duration) {
        boolean idle = duration == Durations.MAX_DELAY_NANOS;
        ArmedTimer first = scheduler.isOpen() ? timers.first() : null;
        long longest = Math.min(duration, MAX_NAP_NANOS);
        long until = first == null ? now + longest : now + Math.min(longest, first.due - now);
        boolean mayBeCalled = longest > uncalled;
        nap = new Nap(until, idle, mayBeCalled);
        VarHandle.fullFence();
        boolean called = mayBeCalled && !idle && !couldHelp && anyCouldHelp(); // came between the look and the nap
        if (timers.isUpToDate()
                && !scheduler.isTerminated()
                && !(idle && (anyAwake() || scheduler.spares.hasTooMany()))
                && !called) {
            long left = until - scheduler.nanoTime();
            if (left > 0) {
                scheduler.parkNanos(this, left);
            }
        }
        called |= !idle && nap == null;
        if (called) {
            looksAfterCall = LOOKS_AFTER_CALL;
        }
        if (idle || called) {
            pause = MIN_PAUSE_NANOS;
        }
        nap = null;
    }

    /** Returns whether a worker is parked while another has something to take. */
    private boolean anyCouldHelp() {
        boolean anyQueued = false;
        boolean anyParked = false;
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.table.get(i);
            anyQueued |= worker.hasStealable();
            anyParked |= worker.idling.isParked();
        }
        return anyQueued && anyParked;
    }

    private boolean anyAwake() {
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.table.get(i);
            if (worker.status.isAtWork() && !worker.idling.isParked()) {
                return true;
            }
        }
        return false;
    }
}
