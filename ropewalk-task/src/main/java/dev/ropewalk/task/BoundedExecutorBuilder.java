package dev.ropewalk.task;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Names;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.budget.ResourceDemand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Unscheduled;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.run.AdmissionSettings;
import dev.ropewalk.task.run.TaskAdmission;
import dev.ropewalk.task.run.TaskThreadFactory;
import dev.ropewalk.task.run.TaskThreads;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BoundedExecutor}. Immutable: each method returns a changed copy, checks its value at once and throws
 * {@link IllegalArgumentException} with that value. A builder can build several executors, unless their limit follows an
 * algorithm: that belongs to the first one.
 */
@CheckReturnValue
public final class BoundedExecutorBuilder {
    /** What an executor without a name is called. */
    static final String UNNAMED = "bounded";

    private final int limit;
    private final @Nullable LimitAlgorithm algorithm;
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        Predicate<? super Throwable> isDrop = thrown -> true;

        @Nullable
        ResourceBudget budget;

        @Nullable
        ResourceDemand demand;

        @Nullable
        String name;

        @Nullable
        Scheduler scheduler;

        boolean onWorkers;
        boolean freshThreads;
        long ageingNanos;
        int capacity = Integer.MAX_VALUE;
        OverflowPolicy overflow = OverflowPolicy.REJECT;
    }

    BoundedExecutorBuilder(int limit, @Nullable LimitAlgorithm algorithm) {
        this(aboveZero(limit), algorithm, new Settings());
    }

    private BoundedExecutorBuilder(int limit, @Nullable LimitAlgorithm algorithm, Settings settings) {
        this.limit = limit;
        this.algorithm = algorithm;
        this.settings = settings;
    }

    private BoundedExecutorBuilder with(Consumer<Settings> change) {
        return new BoundedExecutorBuilder(limit, algorithm, settings.with(change));
    }

    static int aboveZero(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("limit must be above zero: " + limit);
        }
        return limit;
    }

    /**
     * Sets the name, which messages carry, and the virtual threads with a number behind it, and by which the executor is {@linkplain
     * BoundedExecutor#live listed}; by default threads have no name. Workers keep theirs.
     */
    public BoundedExecutorBuilder name(String value) {
        return with(changed -> changed.name = Names.checked(value, "name"));
    }

    /**
     * Sets whose virtual threads run the tasks, and whose clock counts; by default they are the JDK's. If {@code java.base} opens
     * {@code java.lang}, sleeps and timed parks of the JDK's threads that are no longer than 134 ms may then end up to 1/64 later than
     * usual, or 66 us if that is longer: those of many tasks end together, which takes less CPU time. The same holds for virtual threads
     * that a task starts.
     */
    public BoundedExecutorBuilder scheduler(Scheduler value) {
        return with(changed -> changed.scheduler = Objects.requireNonNull(value, "scheduler"));
    }

    /**
     * Sets whether the tasks run as plain tasks on the scheduler's workers, without virtual threads; the default is false. That is for
     * short tasks that don't block. What they throw goes to the scheduler's handler.
     */
    public BoundedExecutorBuilder onWorkers(boolean value) {
        return with(changed -> changed.onWorkers = value);
    }

    /**
     * Sets whether each task runs in a thread of its own; the default is false. That is for code that relies on thread-locals: what one
     * task leaves there, such as a tenant or credentials, no other task finds, and nothing is inherited from the submitter. With
     * {@link #onWorkers} the threads are the workers', and this changes nothing.
     */
    public BoundedExecutorBuilder freshThreads(boolean value) {
        return with(changed -> changed.freshThreads = value);
    }

    /**
     * Has waiting tasks admitted by priority, and first in first out among equals.
     *
     * @param ageing how long a task waits to become as urgent as a task that comes then with a priority higher by one, so that
     *     none starves
     */
    public BoundedExecutorBuilder priorities(Duration ageing) {
        Objects.requireNonNull(ageing, "ageing");
        if (ageing.isNegative() || ageing.isZero()) {
            throw new IllegalArgumentException("ageing must be above zero: " + ageing);
        }
        return with(changed -> changed.ageingNanos = Parking.nanos(ageing));
    }

    /**
     * Bounds how many tasks wait. By default as many may wait as fit in memory.
     *
     * @param tasks how many may wait besides those in flight
     * @param policy what is done with one more
     */
    public BoundedExecutorBuilder capacity(int tasks, OverflowPolicy policy) {
        if (tasks < 0) {
            throw new IllegalArgumentException("capacity must not be negative: " + tasks);
        }
        Objects.requireNonNull(policy, "policy");
        return with(changed -> {
            changed.capacity = tasks;
            changed.overflow = policy;
        });
    }

    /**
     * Sets which exceptions of tasks are signs of overload, upon which an adaptive limit goes down, such as timeouts and refusals.
     * The limit learns nothing from others, nor from cancelled tasks. By default all are: an error that says nothing about the
     * load then makes the limit too low, where a refusal that isn't known as one would let it grow without end.
     *
     * @throws IllegalStateException if the limit is fixed
     */
    public BoundedExecutorBuilder drops(Predicate<? super Throwable> test) {
        Objects.requireNonNull(test, "test");
        if (algorithm == null) {
            throw new IllegalStateException("the limit is fixed at " + limit + ": nothing learns from drops");
        }
        return with(changed -> changed.isDrop = test);
    }

    /**
     * Has a task admitted only when a budget grants its demand, besides the limit. Tasks that wait for the budget take nothing
     * of the limit; they wait in the budget's line with the priority of the demand, one at a time. The grant is closed when the
     * task has ended. If the budget is closed, waiting tasks fail.
     *
     * @param perTask what each task needs
     * @throws IllegalArgumentException if the budget lacks a resource of the demand, or wasn't made by {@link Budget#builder},
     *     or the demand wasn't made by {@link Demand}
     */
    public BoundedExecutorBuilder budget(Budget value, Demand perTask) {
        ResourceBudget ownBudget = ResourceBudget.of(Objects.requireNonNull(value, "budget"));
        ResourceDemand ownDemand = ResourceDemand.of(Objects.requireNonNull(perTask, "perTask"));
        Optional<String> ignored = ownBudget.scarce(ownDemand);
        return with(changed -> {
            changed.budget = ownBudget;
            changed.demand = ownDemand;
        });
    }

    /**
     * Returns an executor.
     *
     * @throws IllegalStateException if the options contradict each other, or another limiter or executor has the algorithm
     */
    public BoundedExecutor build() {
        if (settings.onWorkers && settings.scheduler == null) {
            throw new IllegalStateException("onWorkers needs a scheduler");
        }
        if (settings.ageingNanos > 0 && settings.overflow == OverflowPolicy.DROP_OLDEST) {
            throw new IllegalStateException(
                    "priorities and DROP_OLDEST contradict each other: the oldest may be the most urgent");
        }
        if (settings.capacity == 0 && settings.overflow == OverflowPolicy.DROP_OLDEST) {
            throw new IllegalStateException("DROP_OLDEST needs a capacity above zero: there is nothing to drop");
        }
        if (settings.capacity == 0 && settings.budget != null) {
            throw new IllegalStateException("a budget needs a capacity above zero: it is waited for in the queue");
        }
        Scheduler scheduler = Unscheduled.orSimulated(settings.scheduler);
        var threads = new TaskThreads(
                scheduler, new TaskThreadFactory(scheduler, settings.name), settings.onWorkers, settings.freshThreads);
        return build(threads, new AdmissionLock());
    }

    BoundedExecutor build(TaskThreads threads, AdmissionLock lock) {
        return new BoundedExecutor(
                new TaskAdmission(settings(), threads, lock), settings.ageingNanos > 0, settings.name);
    }

    private AdmissionSettings settings() {
        return new AdmissionSettings(
                settings.name == null ? UNNAMED : settings.name,
                limit,
                algorithm,
                settings.isDrop,
                settings.budget,
                settings.demand,
                settings.ageingNanos,
                settings.capacity,
                settings.overflow);
    }
}
