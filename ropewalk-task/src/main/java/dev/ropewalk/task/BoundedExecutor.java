package dev.ropewalk.task;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.flow.ResultSource;
import dev.ropewalk.task.queue.SubmitTimeout;
import dev.ropewalk.task.queue.TaskContexts;
import dev.ropewalk.task.queue.TaskFuture;
import dev.ropewalk.task.queue.TimedTask;
import dev.ropewalk.task.run.ListedExecutor;
import dev.ropewalk.task.run.OfferedTask;
import dev.ropewalk.task.run.TaskAdmission;
import dev.ropewalk.task.run.TaskMeter;
import dev.ropewalk.task.run.TaskRunner;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on virtual threads, at most so many at once. A task is admitted before its thread exists: what waits is an entry in
 * a queue and costs no thread. A thread that has finished a task takes the next one itself while the queue lasts; after 16 tasks,
 * then after 32 and so on, a fresh thread takes over, because a thread that began in cold code parks more slowly.
 *
 * {@snippet class="dev.ropewalk.task.snippets.TaskSnippets" region="bounded" :
 * try (BoundedExecutor executor = BoundedExecutor.builder(600).build()) {
 *     for (Runnable task : tasks) {
 *         executor.execute(task);
 *     }
 * }
 * }
 *
 * <p>All of {@link java.util.concurrent.ExecutorService} holds. Any thread may call any method. What a thread did before it
 * submitted a task happens-before the task, and what the task did before {@link Future#get} returns.
 *
 * <p>What a plain task throws goes to the {@linkplain Thread#getUncaughtExceptionHandler handler} of its thread, which goes on.
 * Tasks that share a thread see each other's thread-locals: a task that sets one removes it, or the executor is built with
 * {@link BoundedExecutorBuilder#freshThreads}. Interrupts are cleared between tasks. A thread inherits no thread-locals, and has
 * the context class loader of the thread that built the executor.
 */
public final class BoundedExecutor implements ExecutorService {
    private static final Inventory<BoundedExecutor> LIVE = new Inventory<>("executor");

    private final TaskAdmission admission;
    private final boolean priorities;
    private final TaskContexts contexts;

    /**
     * Makes an executor, and lists it.
     *
     * @param name the name that was chosen for it, if any
     */
    BoundedExecutor(TaskAdmission admission, boolean priorities, @Nullable String name) {
        this.admission = admission;
        this.priorities = priorities;
        this.contexts = new TaskContexts(name == null ? BoundedExecutorBuilder.UNNAMED : name);
        Steps.noteOpened(admission);
        Inventory.Entry<BoundedExecutor> place = LIVE.place(name, this);
        admission.atEnd(new ListedExecutor(place, this));
        Steps.enterUnlessSimulated(place);
    }

    /**
     * Returns the executors that live in this JVM by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does
     * schedulers: those that haven't terminated yet and are in use, or have tasks.
     */
    public static Map<String, BoundedExecutor> live() {
        return LIVE.live(executor -> executor.admission.isTerminated());
    }

    /**
     * Returns a builder of executors that run so many tasks at once.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     */
    public static BoundedExecutorBuilder builder(int limit) {
        return new BoundedExecutorBuilder(limit, null);
    }

    /**
     * Returns a builder of executors whose limit follows an algorithm, which belongs to one executor and learns from how long its
     * tasks run, and which of them fail: see {@link BoundedExecutorBuilder#drops}.
     */
    public static BoundedExecutorBuilder builder(LimitAlgorithm algorithm) {
        Objects.requireNonNull(algorithm, "algorithm");
        int initial = AdaptiveLimit.check(algorithm, algorithm.initialLimit());
        return new BoundedExecutorBuilder(initial, algorithm);
    }

    // Submitting. A method with options is more specific than those of ExecutorService, for each shape of a task: the
    // compiler never takes options for a result.

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        enter(contexts.plain(task), 0);
    }

    /**
     * Runs a plain task with options. One that expires, or that {@link OverflowPolicy#DROP_OLDEST} drops, is counted in {@link
     * #stats()}, and cancelled if it is a future itself. Its submitter isn't told: for that, submit it.
     */
    public void execute(Runnable task, TaskOptions options) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(task, "task");
        Runnable entry = contexts.plain(task);
        long nanos = deadlineNanos(options);
        enter(
                nanos == 0
                        ? entry
                        : new TimedTask<>(entry, entry, admission.threads().clock(), nanos),
                priority(options));
    }

    @Override
    public Future<?> submit(Runnable task) {
        return enter(new TaskFuture<@Nullable Object>(body(task)), 0);
    }

    /**
     * {@inheritDoc}
     *
     * <p>{@link TaskOptions} are never a result. The compiler takes {@link #submit(Runnable, TaskOptions)} for them, and for a
     * plain {@code null}, too: a result that is null needs its type, {@code (Void) null}.
     *
     * @throws IllegalArgumentException if the result is {@link TaskOptions} nevertheless, because the caller's variable is an
     *     {@link ExecutorService} and the compiler doesn't know that options exist
     */
    @Override
    public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
        Objects.requireNonNull(task, "task");
        if (result instanceof TaskOptions) {
            throw new IllegalArgumentException(
                    result + " given as the result of a task to " + this + "; a BoundedExecutor takes them as options");
        }
        return enter(new TaskFuture<>(contexts.around(Executors.callable(task, result))), 0);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return enter(new TaskFuture<>(body(task)), 0);
    }

    /** Submits a task with options. The future's result is null. */
    public Future<?> submit(Runnable task, TaskOptions options) {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(options, "options");
        return enter(newTask(body(task), options), priority(options));
    }

    /** Submits a task with options. The future's result is what the task returns. */
    public <T> Future<T> submit(Callable<T> task, TaskOptions options) {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(options, "options");
        return enter(newTask(body(task), options), priority(options));
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return Invocations.all(this, tasks, Parking.FOREVER);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        Objects.requireNonNull(tasks, "tasks");
        Objects.requireNonNull(unit, "unit");
        return Invocations.all(this, tasks, unit.toNanos(timeout));
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return Invocations.any(this, tasks, Parking.FOREVER);
        } catch (TimeoutException e) {
            throw new AssertionError("a wait without end has ended", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        Objects.requireNonNull(tasks, "tasks");
        Objects.requireNonNull(unit, "unit");
        return Invocations.any(this, tasks, unit.toNanos(timeout));
    }

    /** Returns a publisher of the results of some tasks, as they complete; see {@link ResultPublisher}. */
    public <T> ResultPublisher<T> results(Iterable<? extends Callable<? extends T>> tasks) {
        Objects.requireNonNull(tasks, "tasks");
        return new ResultPublisher<>(ResultSource.<T>of(tasks, this::body, this::enter), limit(), null);
    }

    /** Returns a publisher of the results of tasks that come from another publisher, as they complete; see {@link ResultPublisher}. */
    public <T> ResultPublisher<T> results(Flow.Publisher<? extends Callable<? extends T>> tasks) {
        Objects.requireNonNull(tasks, "tasks");
        return new ResultPublisher<>(ResultSource.<T>of(tasks, this::body, this::enter), limit(), null);
    }

    private void enter(TaskFuture<?> task) {
        TaskFuture<?> ignored = enter(task, 0);
    }

    private Object body(Runnable task) {
        Objects.requireNonNull(task, "task");
        return contexts.around(task instanceof Callable<?> ? Executors.callable(task) : task);
    }

    @SuppressWarnings("UnnecessaryMethodReference") // it hides that the task is a Runnable, too
    Object body(Callable<?> task) {
        Objects.requireNonNull(task, "task");
        return contexts.around(task instanceof Runnable ? (Callable<?>) task::call : task);
    }

    private <T> TaskFuture<T> newTask(Object body, TaskOptions options) {
        long nanos = deadlineNanos(options);
        return nanos == 0
                ? new TaskFuture<>(body)
                : new TimedTask<>(body, null, admission.threads().clock(), nanos);
    }

    private static long deadlineNanos(TaskOptions options) {
        return options.deadline()
                .map(deadline -> Math.min(Parking.nanos(deadline), Long.MAX_VALUE / 4))
                .orElse(0L);
    }

    private int priority(TaskOptions options) {
        if (options.priority() != 0 && !priorities) {
            throw new IllegalArgumentException("priority " + options.priority() + " in " + this
                    + ", which was built without BoundedExecutorBuilder.priorities");
        }
        return options.priority();
    }

    private <F extends Runnable> F enter(F task, int priority) {
        StackRoom.require();
        launch(task, admission.enter(task, priority));
        return task;
    }

    /** As {@link #enter}, but a submitter that waits for room does so only while its timeout lasts. */
    void enter(Runnable task, SubmitTimeout timeout) throws InterruptedException {
        StackRoom.require();
        launch(task, admission.enter(task, 0, timeout));
    }

    /** Has a task run if there is room for it; returns false if not. */
    boolean offer(Runnable task) {
        StackRoom.require();
        OfferedTask offered = admission.offer(task);
        launch(task, offered.runner());
        return offered.isIn();
    }

    @SuppressWarnings("ReferenceEquality") // asks whether it is this very task that can't be started
    private void launch(Runnable task, @Nullable TaskRunner runner) {
        if (runner != null && runner.task != task) {
            admission.threads().start(runner);
        } else if (runner != null) {
            try {
                admission.threads().launch(runner);
            } catch (RuntimeException | Error e) {
                throw admission.neverStarted(runner, e);
            }
        }
    }

    boolean waitsWhenFull() {
        return admission.overflow() == OverflowPolicy.BLOCK;
    }

    // The limit

    /** Returns how many tasks may be in flight at once. */
    public int limit() {
        return admission.limit();
    }

    /**
     * Changes how many tasks may be in flight at once. A higher limit admits waiting tasks at once; with a lower one, those in
     * flight go on, and no other is admitted until fewer are.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     * @throws IllegalStateException if the limit follows an algorithm
     */
    public void setLimit(int limit) {
        StackRoom.require();
        int checked = BoundedExecutorBuilder.aboveZero(limit);
        TaskMeter meter = admission.meter();
        if (meter != null) {
            throw new IllegalStateException(
                    "the limit of " + this + " follows " + meter + "; it can't be set to " + limit);
        }
        admission.setLimit(checked);
    }

    /** Returns figures of what was admitted, and how long it waited; while over 1024 tasks wait, one wait in 16 is recorded. */
    public AdmissionStats stats() {
        return admission.stats();
    }

    // The end

    @Override
    public void shutdown() {
        StackRoom.require();
        admission.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        StackRoom.require();
        return admission.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        Steps.before(StepKind.ACCESS, admission);
        return !admission.isOpen();
    }

    @Override
    public boolean isTerminated() {
        Steps.before(StepKind.ACCESS, admission);
        return admission.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit, "unit");
        return admission.awaitTermination(unit.toNanos(timeout));
    }

    /**
     * {@inheritDoc}
     *
     * <p>If the caller is interrupted, what hasn't begun is cancelled, so that no thread waits for its future for ever.
     */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                for (Runnable left : shutdownNow()) {
                    if (left instanceof Future<?> future) {
                        boolean ignored = future.cancel(false);
                    }
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return admission.toString();
    }
}
