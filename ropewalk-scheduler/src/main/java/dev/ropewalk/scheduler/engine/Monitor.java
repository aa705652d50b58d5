package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.strand.Mishaps;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.ReportPace;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.scheduler.worker.WaitWatch;
import dev.ropewalk.scheduler.worker.Worker;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's one thread besides the workers. It does what goes by the clock: submits the tasks of timers, and watches
 * the workers from outside, since one in a long task can't watch itself.
 *
 * <ul>
 *   <li>Work that has waited longer than the price of a move while somebody is parked: its worker is marked as backlogged
 *       and a thief is called.
 *   <li>Work that has waited longer than a worker's fair rounds should allow: the worker looks at the clock after its task.
 *   <li>A worker in one task for longer than {@code stuckAfter}: marked as stuck, so that everything may be taken from it.
 *   <li>Work at a worker that is blocked or stuck, while the others are too busy to steal: it is handed to one of them.
 *   <li>A worker in one task for many times {@code stuckAfter}: counted, and its stack is logged.
 *   <li>All workers blocked or stuck while something waits: starvation. A spare worker is added, and the stacks are logged.
 * </ul>
 *
 * <p>Its thread is also what keeps the JVM alive, unless the scheduler's threads are daemons: it is there from the start
 * until closing is over, whatever becomes of the workers, and one that never ends its task doesn't keep a closed scheduler's
 * program from ending.
 *
 * <p>It costs next to nothing when nothing goes on: with all workers parked it sleeps until the next timer, or for a second, after
 * which it looks for {@link Mishaps} of threads that couldn't wake anybody. Whoever queues work that
 * will wait wakes it. While workers run it looks every 50 microseconds to 1 millisecond as long as somebody could help, and
 * else every 5 milliseconds. Dekker's argument for its sleep: it writes {@code nap}, passes a full fence and looks once
 * more at the workers and the timers that came; a worker wakes with an atomic operation before it queues anything, and a
 * timer is added by one before its thread reads {@code nap}.
 */
public final class Monitor implements Runnable, Consumer<ArmedTimer> {
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_CHANGES = 1024;
    private static final long LONGEST_NAP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BUSY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final WorkStealingScheduler scheduler;
    private final SchedulerOptions options;
    private final Thread thread;
    private final TimerHeap timers = new TimerHeap();
    private final ConcurrentLinkedQueue<ArmedTimer> changed = new ConcurrentLinkedQueue<>();

    /** Tells this monitor that a timer was cancelled: it drops it soon, and the timer does nothing more in any case. */
    private final AtomicInteger changes = new AtomicInteger();

    private final List<Sight> sights = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private long pause = SHORTEST_PAUSE_NANOS;

    private boolean starving;
    private final ReportPace starvationReports = new ReportPace();

    /** Null while the monitor is awake. */
    private volatile @Nullable Nap nap;

    private final AtomicLong starvationEvents = new AtomicLong();
    private final AtomicLong longTasks = new AtomicLong();

    /** The monitor sleeps: until when, and whether nothing but timers will happen until somebody says so. */
    private record Nap(long until, boolean idle) {}

    Monitor(WorkStealingScheduler scheduler, SchedulerOptions options) {
        this.scheduler = scheduler;
        this.options = options;
        this.thread = new Thread(null, this, options.name() + "-monitor", 0, false);
        thread.setDaemon(options.daemon());
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
            LockSupport.parkNanos(this, RETRY_NANOS);
        }
    }

    /** Returns whether the calling thread is this monitor's. */
    boolean isCurrent() {
        return thread.equals(Thread.currentThread());
    }

    /** Ends the monitor's work, adds how to abandon what was still armed, and returns how much that was. Its thread stays until {@link #release}. */
    long stop(List<Runnable> toTell) {
        LockSupport.unpark(thread);
        if (thread.isAlive()) {
            Uninterruptibly.await(ended);
        }
        applyChanges();
        long dropped = timers.size();
        for (ArmedTimer timer = timers.first(); timer != null; timer = timers.first()) {
            timers.remove(timer);
            toTell.add(timer::abandon);
        }
        return dropped;
    }

    /** Lets the monitor's thread end: the scheduler is closed, and nothing needs the JVM any longer. */
    void release() {
        released.countDown();
    }

    // Timers

    Timer arm(Strand strand, Runnable task, long delayNanos, long periodNanos) {
        Objects.requireNonNull(task, "task");
        scheduler.refuseIfClosed();
        return add(new ArmedTimer(this, strand, task, scheduler.nanoTime() + Math.max(0, delayNanos), periodNanos));
    }

    /**
     * Arms a timer that does something short in the monitor's own thread, once. If that throws it hasn't been done: it is tried
     * again, or the task is abandoned when this scheduler has closed.
     */
    public Timer armInMonitor(Runnable task, long due) {
        return add(new ArmedTimer(this, null, task, due, 0));
    }

    /** A timer that is armed while the scheduler closes is found by {@link #stop}, or else finds the scheduler terminated. */
    private Timer add(ArmedTimer timer) {
        accept(timer);
        Nap sleeping = nap;
        if (sleeping != null && timer.due - sleeping.until < 0) {
            LockSupport.unpark(thread);
        }
        if (scheduler.isTerminated()) {
            timer.abandon();
        }
        return timer;
    }

    /** Hands a timer that is fresh or cancelled to the monitor, and wakes it now and then so that they don't pile up. */
    @Override
    public void accept(ArmedTimer timer) {
        changed.add(timer);
        if ((changes.incrementAndGet() & (MOST_CHANGES - 1)) == 0) {
            LockSupport.unpark(thread);
        }
    }

    private void fireTimers(long now) {
        applyChanges();
        if (!scheduler.isOpen()) {
            return;
        }
        for (ArmedTimer first = timers.first(); first != null && first.due - now <= 0; first = timers.first()) {
            timers.remove(first);
            boolean again = true;
            try {
                again = first.tick(now);
            } catch (RejectedExecutionException closed) {
                return;
            } catch (Throwable failed) {
                first.due = now + RETRY_NANOS;
                throw failed;
            } finally {
                if (again) {
                    timers.add(first);
                }
            }
        }
    }

    private void applyChanges() {
        for (ArmedTimer timer = changed.peek(); timer != null; timer = changed.peek()) {
            if (timer.isDone()) {
                timers.remove(timer);
            } else if (timer.place < 0) {
                timers.add(timer);
            }
            changed.remove();
        }
    }

    // Watching

    /** Wakes the monitor if it sleeps because nothing goes on. For those who queue work that will wait. */
    public void wakeIfAsleep() {
        Nap sleeping = nap;
        if (sleeping != null && sleeping.idle) {
            nap = null;
            LockSupport.unpark(thread);
        }
    }

    long starvationEvents() {
        return starvationEvents.get();
    }

    long longTasks() {
        return longTasks.get();
    }

    /** Looks at all workers; returns how long to sleep, {@link Durations#MAX_DELAY_NANOS} if all are parked. */
    private long watch(long now) {
        if (scheduler.mishaps.any) {
            scheduler.dispatch().recover();
        }
        boolean anyAwake = false;
        boolean anyParked = false;
        boolean anyQueued = false;
        boolean thiefWanted = false;
        int atWork = 0;
        int heldUp = 0;
        int stuck = 0;
        Worker stranded = null;
        Worker able = null;
        forgetSights(scheduler.table.count());
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.table.get(i);
            Sight sight = sightOf(i);
            if (!worker.signs.isAtWork()) {
                sight.forgetTask();
                continue;
            }
            boolean parked = worker.idling.isParked();
            atWork++;
            anyParked |= parked;
            anyAwake |= !parked;
            long inTask = sight.task.waited(worker.stats.tasksBegun(), !worker.idling.isWaiting(), now);
            boolean inOneTask = inTask >= options.stuckNanos();
            worker.signs.setStuck(inOneTask);
            stuck += inOneTask ? 1 : 0;
            if (sight.longTask.lookAndReport(worker, now)) {
                longTasks.incrementAndGet();
            }
            if (worker.signs.isHeldUp()) {
                heldUp++;
                stranded = sight.isStranded(worker, now, inTask, options.stuckNanos()) ? worker : stranded;
            } else if (ThreadLocalRandom.current().nextInt(i - heldUp + 1) == 0) {
                able = worker;
            }
            anyQueued |= worker.hasStealable();
            thiefWanted |= sight.seesWorkToSteal(worker, now, options.stealPriceNanos());
            if (sight.hasSomethingWaited(worker, now, options.maxWaitNanos())) {
                worker.signs.setLookWanted(true);
            }
        }
        if (thiefWanted && anyParked) {
            scheduler.dispatch().wakeThief();
        }
        if (scheduler.spares.stuck() > stuck) {
            scheduler.spares.replaceStuck(stuck);
        }
        boolean allHeldUp = anyQueued && heldUp == atWork;
        if (allHeldUp) {
            relieve(now);
        }
        starving = allHeldUp;
        if (stranded != null && able != null && !anyParked) {
            scheduler.dispatch().handOver(stranded, able);
        }
        if (scheduler.spares.hasTooMany()) {
            scheduler.dispatch().retireSpare();
            return BUSY_PAUSE_NANOS;
        }
        return nextPause(anyAwake, anyQueued && anyParked, thiefWanted && anyParked);
    }

    private long nextPause(boolean anyAwake, boolean anyCouldHelp, boolean found) {
        if (!anyAwake) {
            return Durations.MAX_DELAY_NANOS;
        }
        long longest = anyCouldHelp ? LONGEST_PAUSE_NANOS : BUSY_PAUSE_NANOS;
        pause = found ? SHORTEST_PAUSE_NANOS : Math.min(longest, 2 * pause);
        return pause;
    }

    private void forgetSights(int workers) {
        while (sights.size() > workers) {
            sights.removeLast();
        }
    }

    private Sight sightOf(int worker) {
        while (sights.size() <= worker) {
            sights.add(new Sight(options));
        }
        return sights.get(worker);
    }

    /** Adds a spare worker because no worker comes to what is queued, and says so. */
    private void relieve(long now) {
        boolean add = scheduler.spares.hasRoom();
        if (add || !starving) {
            starvationEvents.incrementAndGet();
        }
        if (starvationReports.seeAndTakeTurn(now)) {
            Log.warning(starvationReport(add));
        }
        scheduler.spares.replaceStuck(scheduler.spares.stuck() + 1);
    }

    private String starvationReport(boolean add) {
        var text = new StringBuilder(
                "scheduler " + options.name() + ": every worker is blocked or was in one task for over "
                        + TimeUnit.NANOSECONDS.toMillis(options.stuckNanos()) + " ms while work waits; "
                        + (add ? "a spare worker is added" : "no spare worker is left"));
        for (int i = 0; i < scheduler.table.count(); i++) {
            Thread held = scheduler.table.get(i).thread();
            if (held != null && scheduler.table.get(i).signs.isHeldUp()) {
                text.append('\n').append(LongTaskWatch.stuckWorker(held));
            }
        }
        return text.toString();
    }

    private void sleep(long now, long duration) {
        boolean idle = duration == Durations.MAX_DELAY_NANOS;
        ArmedTimer first = scheduler.isOpen() ? timers.first() : null;
        long longest = Math.min(duration, LONGEST_NAP_NANOS);
        long until = first == null ? now + longest : now + Math.min(longest, first.due - now);
        nap = new Nap(until, idle);
        VarHandle.fullFence();
        if (changed.isEmpty()
                && !scheduler.isTerminated()
                && !(idle && (anyAwake() || scheduler.spares.hasTooMany()))) {
            long left = until - scheduler.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            }
        }
        if (idle) {
            pause = SHORTEST_PAUSE_NANOS;
        }
        nap = null;
    }

    private boolean anyAwake() {
        for (int i = 0; i < scheduler.table.count(); i++) {
            Worker worker = scheduler.table.get(i);
            if (worker.signs.isAtWork() && !worker.idling.isParked()) {
                return true;
            }
        }
        return false;
    }

    /** What the monitor remembers of one worker: since when the heads of its queues and its task are the same. */
    private static final class Sight {
        private final WaitWatch task = new WaitWatch();
        private final LongTaskWatch longTask;
        private final WaitWatch deque = new WaitWatch();
        private final WaitWatch inbox = new WaitWatch();
        private final WaitWatch pinned = new WaitWatch();

        Sight(SchedulerOptions options) {
            longTask = new LongTaskWatch(options);
        }

        /** A spare worker that goes back to work, but has begun no task yet, isn't in its last one. */
        void forgetTask() {
            task.forget();
            longTask.forget();
        }

        /** Returns whether something has waited so long, be it that no other worker may take it. */
        boolean hasSomethingWaited(Worker worker, long now, long nanos) {
            return Math.max(waited(worker, now), pinned.waited(worker.pinned.taken(), !worker.pinned.isEmpty(), now))
                    >= nanos;
        }

        /** Returns whether something has waited long at a worker that is held up: all others are too busy to steal it. */
        boolean isStranded(Worker worker, long now, long inTask, long stuckNanos) {
            return waited(worker, now) >= stuckNanos || (worker.hasAside() && inTask >= 2 * stuckNanos);
        }

        private long waited(Worker worker, long now) {
            return Math.max(
                    deque.waited(worker.deque.headIndex(), !worker.deque.isEmpty(), now),
                    inbox.waited(worker.inbox.taken(), !worker.inbox.isEmpty(), now));
        }

        /** Returns whether a thief would find something, having marked the worker if it is backlogged. */
        boolean seesWorkToSteal(Worker worker, long now, long price) {
            long waited = waited(worker, now);
            if (waited > 0 && waited >= price) {
                worker.signs.setBacklogged(true);
            }
            return worker.hasStealable() && (worker.signs.mayBeRobbed() || (waited > 0 && worker.hasFreeHead()));
        }
    }
}
