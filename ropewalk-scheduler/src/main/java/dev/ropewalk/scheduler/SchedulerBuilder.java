package dev.ropewalk.scheduler;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.scheduler.support.FailureLog;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Scheduler} that runs on real threads. Immutable: each method returns a changed copy, checks
 * its value at once and throws {@link IllegalArgumentException} with that value.
 */
@CheckReturnValue
public final class SchedulerBuilder {
    private static final int MAX_WORKERS = 4096;
    private static final AtomicLong SEQUENCE = new AtomicLong();

    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        private static final SchedulerOptions DEFAULTS = SchedulerOptions.defaults("", 0, new FailureLog("scheduler"));

        @Nullable
        String name;

        int workers;
        int maxSpareWorkers = DEFAULTS.maxSpareWorkers();
        boolean newestFirst = DEFAULTS.newestFirst();
        boolean pinWorkers = DEFAULTS.pinWorkers();
        boolean daemon = DEFAULTS.daemon();
        long maxWaitNanos = DEFAULTS.maxWaitNanos();
        long timeBudgetNanos = DEFAULTS.timeBudgetNanos();
        int taskBudget = DEFAULTS.taskBudget();
        long stealPriceNanos = DEFAULTS.stealPriceNanos();
        int stealsToRehome = DEFAULTS.stealsToRehome();
        long spinNanos = DEFAULTS.spinNanos();
        long stuckNanos = DEFAULTS.stuckNanos();
        long spareRestNanos = DEFAULTS.spareRestNanos();

        @Nullable
        UncaughtExceptionHandler uncaughtExceptionHandler;
    }

    SchedulerBuilder() {
        this(new Settings());
    }

    private SchedulerBuilder(Settings settings) {
        this.settings = settings;
    }

    /**
     * Sets the name that threads and messages carry, and by which the scheduler is {@linkplain Scheduler#live listed}; the default is
     * {@code ropewalk-1} and so on.
     */
    public SchedulerBuilder name(String value) {
        Settings changed = settings.copy();
        changed.name = Names.checked(value, "name");
        return new SchedulerBuilder(changed);
    }

    /** Sets the number of workers, from 1 to 4096; the default is one for each CPU that this process may use. */
    public SchedulerBuilder workers(int value) {
        Settings changed = settings.copy();
        changed.workers = inRange("workers", value, 1, MAX_WORKERS);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets how many workers may be added at once in place of those that are blocked in {@link Scheduler#blocking} or
     * stuck; the default is 256. With 0 the number of threads is fixed and a blocked worker is missed.
     */
    public SchedulerBuilder maxSpareWorkers(int value) {
        Settings changed = settings.copy();
        changed.maxSpareWorkers = inRange("maxSpareWorkers", value, 0, MAX_WORKERS);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets which of a worker's own work runs first: the newest, which is warm in its cache (true, the default), or the
     * oldest. Even with the newest first, the oldest has its turn within about {@link #maxWait}.
     */
    public SchedulerBuilder newestFirst(boolean value) {
        Settings changed = settings.copy();
        changed.newestFirst = value;
        return new SchedulerBuilder(changed);
    }

    /** Sets whether each worker is pinned to a CPU of its own where the platform can; the default is false. */
    public SchedulerBuilder pinWorkers(boolean value) {
        Settings changed = settings.copy();
        changed.pinWorkers = value;
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets whether the JVM may end while the scheduler is open. The default is false: as with the JDK's executors, a program
     * whose {@code main} has returned goes on until its scheduler is closed. With true the JVM ends when the threads of others
     * have ended, and what is queued is lost without a word.
     */
    public SchedulerBuilder daemon(boolean value) {
        Settings changed = settings.copy();
        changed.daemon = value;
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets how long a worker may go on with its warmest work while other work waits, before it gives all that waits a
     * short turn; the default is 200 microseconds. With very many waiting strands it is longer, so that such rounds take
     * no more than a small part of the time. A worker looks at the clock after a number of tasks that follows from how long
     * the last ones took. If that proves too large because they suddenly take longer, the wait is that of this time, the 5
     * milliseconds after which the scheduler's monitor notices, and the task that runs.
     */
    public SchedulerBuilder maxWait(Duration value) {
        Settings changed = settings.copy();
        changed.maxWaitNanos = positive("maxWait", value);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets the most tasks that one round of short turns runs in all; each turn runs at least one. The default is 64.
     */
    public SchedulerBuilder taskBudget(int value) {
        Settings changed = settings.copy();
        changed.taskBudget = inRange("taskBudget", value, 1, Integer.MAX_VALUE);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets how long one strand may stay a worker's warmest work while others wait; then another becomes it. The default is
     * 20 milliseconds. Others have their short turns meanwhile: see {@link #maxWait}.
     */
    public SchedulerBuilder timeBudget(Duration value) {
        Settings changed = settings.copy();
        changed.timeBudgetNanos = positive("timeBudget", value);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets what moving a strand to another worker is taken to cost: one with soft affinity that has waited longer may be
     * stolen. The default is 50 microseconds, about the time to load 300 KB of state into another core's cache.
     */
    public SchedulerBuilder stealPrice(Duration value) {
        Settings changed = settings.copy();
        changed.stealPriceNanos = notNegative("stealPrice", value);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets how many times in a row the same worker must steal a strand to become its home; the default is 3. Above 127 it never
     * does. Of virtual threads a thief is the home at once.
     */
    public SchedulerBuilder stealsToRehome(int value) {
        Settings changed = settings.copy();
        changed.stealsToRehome = inRange("stealsToRehome", value, 1, Integer.MAX_VALUE);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets for how long at most a worker without work looks for some before it parks; the default is 50 microseconds. It
     * looks for less long when that has been in vain, and parks at once when the scheduler closes. Zero saves CPU and makes
     * the next task wait for a wake-up.
     */
    public SchedulerBuilder spin(Duration value) {
        Settings changed = settings.copy();
        changed.spinNanos = notNegative("spin", value);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets after how long in one task a worker counts as stuck; the default is 100 milliseconds. What counts is the time that the
     * task ran on a CPU or waited inside a call, not the time in which its thread wanted to run and other programs had the CPUs;
     * but on other systems than Linux, which don't tell, all of it counts. When all workers are stuck or blocked and work waits, a
     * spare worker is added and a warning with their stacks is logged. A single task that takes over ten times as long, outside of {@link Scheduler#blocking}, is counted in {@link
     * SchedulerStats#longTasks} and logged with its stack. Warnings about a trouble that lasts come at intervals that double,
     * from a second to ten minutes.
     */
    public SchedulerBuilder stuckAfter(Duration value) {
        Settings changed = settings.copy();
        changed.stuckNanos = positive("stuckAfter", value);
        return new SchedulerBuilder(changed);
    }

    /** Sets how long a spare worker that isn't needed keeps its thread. */
    SchedulerBuilder spareRest(Duration value) {
        Settings changed = settings.copy();
        changed.spareRestNanos = positive("spareRest", value);
        return new SchedulerBuilder(changed);
    }

    /**
     * Sets what is told about exceptions that tasks throw, in the worker's thread; the default logs them, ten at once and then
     * one a second. The worker goes on whatever the handler does.
     */
    public SchedulerBuilder uncaughtExceptionHandler(UncaughtExceptionHandler value) {
        Settings changed = settings.copy();
        changed.uncaughtExceptionHandler = Objects.requireNonNull(value, "uncaughtExceptionHandler");
        return new SchedulerBuilder(changed);
    }

    /**
     * Returns a running scheduler.
     *
     * @throws IllegalStateException if it is called in a simulation, which couldn't control this scheduler's threads
     */
    public Scheduler build() {
        if (Steps.simulatedScheduler() != null) {
            throw new IllegalStateException(
                    "a scheduler with threads of its own can't be made in a simulation: use that of the"
                            + " simulation, or give it to what would make one, such as an actor system");
        }
        CpuTopology topology = CpuTopology.detect();
        int count = settings.workers > 0 ? settings.workers : defaultWorkers(topology);
        String name = settings.name == null ? "ropewalk-" + SEQUENCE.incrementAndGet() : settings.name;
        UncaughtExceptionHandler handler = settings.uncaughtExceptionHandler;
        var options = new SchedulerOptions(
                name,
                count,
                settings.maxSpareWorkers,
                settings.newestFirst,
                settings.pinWorkers,
                settings.daemon,
                settings.maxWaitNanos,
                settings.timeBudgetNanos,
                settings.taskBudget,
                settings.stealPriceNanos,
                settings.stealsToRehome,
                topology.allowed().size() > 1 ? settings.spinNanos : 0,
                settings.stuckNanos,
                settings.spareRestNanos,
                handler == null ? new FailureLog("scheduler " + name) : handler);
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
}
