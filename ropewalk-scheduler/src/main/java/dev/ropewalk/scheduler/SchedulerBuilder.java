package dev.ropewalk.scheduler;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.support.Log;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Scheduler} that runs on real threads. A builder may be used again; it isn't thread-safe. Each method
 * checks its value at once and throws {@link IllegalArgumentException} with that value.
 */
public final class SchedulerBuilder {
    private static final int MAX_WORKERS = 4096;
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private @Nullable String name;
    private int workers;
    private int maxSpareWorkers = 256;
    private boolean newestFirst = true;
    private boolean pinWorkers;
    private boolean daemon;
    private long maxWaitNanos = 200_000;
    private long timeBudgetNanos = 20_000_000;
    private int taskBudget = 64;
    private long stealPriceNanos = 50_000;
    private int stealsToRehome = 3;
    private long spinNanos = 50_000;
    private long stuckNanos = 100_000_000;
    private long spareRestNanos = TimeUnit.SECONDS.toNanos(10);
    private UncaughtExceptionHandler uncaughtExceptionHandler = new FailureLog();

    SchedulerBuilder() {}

    /** Sets the name that threads and messages carry; the default is {@code ropewalk-1} and so on. */
    public SchedulerBuilder name(String value) {
        name = Names.checked(value, "name");
        return this;
    }

    /** Sets the number of workers, from 1 to 4096; the default is one for each CPU that this process may use. */
    public SchedulerBuilder workers(int value) {
        workers = inRange("workers", value, 1, MAX_WORKERS);
        return this;
    }

    /**
     * Sets how many workers may be added at once in place of those that are blocked in {@link Scheduler#blocking} or
     * stuck; the default is 256. With 0 the number of threads is fixed and a blocked worker is missed.
     */
    public SchedulerBuilder maxSpareWorkers(int value) {
        maxSpareWorkers = inRange("maxSpareWorkers", value, 0, MAX_WORKERS);
        return this;
    }

    /**
     * Sets which of a worker's own work runs first: the newest, which is warm in its cache (true, the default), or the
     * oldest. Even with the newest first, the oldest has its turn within about {@link #maxWait}.
     */
    public SchedulerBuilder newestFirst(boolean value) {
        newestFirst = value;
        return this;
    }

    /** Sets whether each worker is pinned to a CPU of its own where the platform can; the default is false. */
    public SchedulerBuilder pinWorkers(boolean value) {
        pinWorkers = value;
        return this;
    }

    /**
     * Sets whether the JVM may end while the scheduler is open. The default is false: as with the JDK's executors, a program
     * whose {@code main} has returned goes on until its scheduler is closed. With true the JVM ends when the threads of others
     * have ended, and what is queued is lost without a word.
     */
    public SchedulerBuilder daemon(boolean value) {
        daemon = value;
        return this;
    }

    /**
     * Sets how long a worker may go on with its warmest work while other work waits, before it gives all that waits a
     * short turn; the default is 200 microseconds. With very many waiting strands it is longer, so that such rounds take
     * no more than a small part of the time. A worker looks at the clock after a number of tasks that follows from how long
     * the last ones took. If that proves too large because they suddenly take longer, the wait is that of this time, the 5
     * milliseconds after which the scheduler's monitor notices, and the task that runs.
     */
    public SchedulerBuilder maxWait(Duration value) {
        maxWaitNanos = positive("maxWait", value);
        return this;
    }

    /**
     * Sets the most tasks that one round of short turns runs in all; each turn runs at least one. The default is 64.
     */
    public SchedulerBuilder taskBudget(int value) {
        taskBudget = inRange("taskBudget", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets how long one strand may stay a worker's warmest work while others wait; then another becomes it. The default is
     * 20 milliseconds. Others have their short turns meanwhile: see {@link #maxWait}.
     */
    public SchedulerBuilder timeBudget(Duration value) {
        timeBudgetNanos = positive("timeBudget", value);
        return this;
    }

    /**
     * Sets what moving a strand to another worker is taken to cost: one with soft affinity that has waited longer may be
     * stolen. The default is 50 microseconds, about the time to load 300 KB of state into another core's cache.
     */
    public SchedulerBuilder stealPrice(Duration value) {
        stealPriceNanos = notNegative("stealPrice", value);
        return this;
    }

    /**
     * Sets how many times in a row the same worker must steal a strand to become its home; the default is 3. Above 127 it never
     * does. Of virtual threads a thief is the home at once.
     */
    public SchedulerBuilder stealsToRehome(int value) {
        stealsToRehome = inRange("stealsToRehome", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets for how long at most a worker without work looks for some before it parks; the default is 50 microseconds. It
     * looks for less long when that has been in vain, and parks at once when the scheduler closes. Zero saves CPU and makes
     * the next task wait for a wake-up.
     */
    public SchedulerBuilder spin(Duration value) {
        spinNanos = notNegative("spin", value);
        return this;
    }

    /**
     * Sets after how long in one task a worker counts as stuck; the default is 100 milliseconds. When all workers are
     * stuck or blocked and work waits, a spare worker is added and a warning with their stacks is logged. A single
     * task that takes over ten times as long, outside of {@link Scheduler#blocking}, is counted in {@link
     * SchedulerStats#longTasks} and logged with its stack. Warnings about a trouble that lasts come at intervals that double,
     * from a second to ten minutes.
     */
    public SchedulerBuilder stuckAfter(Duration value) {
        stuckNanos = positive("stuckAfter", value);
        return this;
    }

    /** Sets how long a spare worker that isn't needed keeps its thread. */
    SchedulerBuilder spareRest(Duration value) {
        spareRestNanos = positive("spareRest", value);
        return this;
    }

    /**
     * Sets what is told about exceptions that tasks throw, in the worker's thread; the default logs them. The worker
     * goes on whatever the handler does.
     */
    public SchedulerBuilder uncaughtExceptionHandler(UncaughtExceptionHandler value) {
        uncaughtExceptionHandler = Objects.requireNonNull(value, "uncaughtExceptionHandler");
        return this;
    }

    /** Returns a running scheduler. */
    public Scheduler build() {
        CpuTopology topology = CpuTopology.detect();
        int count = workers > 0 ? workers : defaultWorkers(topology);
        var options = new SchedulerOptions(
                name == null ? "ropewalk-" + SEQUENCE.incrementAndGet() : name,
                count,
                maxSpareWorkers,
                newestFirst,
                pinWorkers,
                daemon,
                maxWaitNanos,
                timeBudgetNanos,
                taskBudget,
                stealPriceNanos,
                stealsToRehome,
                topology.allowed().size() > 1 ? spinNanos : 0,
                stuckNanos,
                spareRestNanos,
                uncaughtExceptionHandler);
        return WorkStealingScheduler.start(options, topology);
    }

    /** A container's CPU quota shows only in the one figure, a mask around a pinned caller only in the other. */
    private static int defaultWorkers(CpuTopology topology) {
        int cpus = Math.min(topology.allowed().size(), Runtime.getRuntime().availableProcessors());
        return Math.clamp(cpus, 1, MAX_WORKERS);
    }

    private static int inRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be from " + min + " to " + max + ", not " + value);
        }
        return value;
    }

    private static long positive(String what, Duration value) {
        Objects.requireNonNull(value, what);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
        return Durations.delayNanos(value);
    }

    private static long notNegative(String what, Duration value) {
        Objects.requireNonNull(value, what);
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative: " + value);
        }
        return Durations.delayNanos(value);
    }

    /** The default: says that a task failed, and with what. */
    private static final class FailureLog implements UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            Log.failure("a task failed in " + thread.getName(), thrown);
        }
    }
}
