package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on virtual threads, at most so many at once. A task is admitted before its thread exists: what waits is an entry
 * in a queue and costs no thread. A thread that has finished a task takes the next one itself while the queue lasts.
 *
 * {@snippet :
 * try (BoundedExecutor executor = BoundedExecutor.builder(600).build()) {
 *     for (Action action : actions) {
 *         executor.execute(action);
 *     }
 * }
 * }
 *
 * <p>All of {@link java.util.concurrent.ExecutorService} holds. Any thread may call any method. What a thread did before it
 * submitted a task happens-before the task, and what the task did before {@link Future#get} returns.
 *
 * <p>What a plain task throws goes to the {@linkplain Thread#getUncaughtExceptionHandler handler} of its thread, which goes on.
 * Tasks that share a thread see each other's thread-locals; interrupts are cleared between them. See {@link
 * BoundedExecutorBuilder#freshThreads}.
 */
public final class BoundedExecutor extends AbstractExecutorService {
    private final String name;
    private final @Nullable Scheduler scheduler;
    private final @Nullable ThreadFactory factory;
    private final boolean onWorkers;
    private final boolean relays;
    private final boolean priorities;
    private final TaskAdmission admission;

    BoundedExecutor(BoundedExecutorBuilder builder, @Nullable ThreadFactory factory) {
        this.name = builder.name == null ? "bounded" : builder.name;
        this.scheduler = builder.scheduler;
        this.factory = factory;
        this.onWorkers = builder.onWorkers;
        this.relays = builder.onWorkers || builder.freshThreads;
        this.priorities = builder.ageingNanos > 0;
        TaskQueue queue = priorities ? new PriorityTaskQueue(builder.ageingNanos, clock()) : new FifoTaskQueue();
        this.admission = new TaskAdmission(this, queue, builder.limit, builder.capacity, builder.whenFull);
    }

    /**
     * Returns a builder of executors that run so many tasks at once.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     */
    public static BoundedExecutorBuilder builder(int limit) {
        return new BoundedExecutorBuilder(limit);
    }

    // Submitting

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        enter(task instanceof TaskFuture<?> ? new HandedTask(task) : task, 0);
    }

    /** Runs a plain task with options. */
    public void execute(Runnable task, TaskOptions options) {
        Objects.requireNonNull(task, "task");
        Runnable entry = task instanceof TaskFuture<?> ? new HandedTask(task) : task;
        long nanos = deadlineNanos(options);
        enter(nanos == 0 ? entry : new TimedTask<>(entry, entry, clock(), nanos), priority(options));
    }

    @Override
    public Future<?> submit(Runnable task) {
        return enter(new TaskFuture<@Nullable Object>(body(task)), 0);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return enter(new TaskFuture<>(Executors.callable(task, result)), 0);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return enter(new TaskFuture<>(body(task)), 0);
    }

    /** Submits a task with options. */
    public Future<?> submit(Runnable task, TaskOptions options) {
        return enter(newTask(body(task), options), priority(options));
    }

    /** Submits a task with options. */
    public <T> Future<T> submit(Callable<T> task, TaskOptions options) {
        return enter(newTask(body(task), options), priority(options));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return new TaskFuture<>(Executors.callable(task, result));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new TaskFuture<>(body(task));
    }

    private static Object body(Runnable task) {
        Objects.requireNonNull(task, "task");
        return task instanceof Callable<?> ? Executors.callable(task) : task;
    }

    @SuppressWarnings("UnnecessaryMethodReference") // it hides that the task is a Runnable, too
    private static Object body(Callable<?> task) {
        Objects.requireNonNull(task, "task");
        return task instanceof Runnable ? (Callable<?>) task::call : task;
    }

    private <T> TaskFuture<T> newTask(Object body, TaskOptions options) {
        long nanos = deadlineNanos(options);
        return nanos == 0 ? new TaskFuture<>(body) : new TimedTask<>(body, null, clock(), nanos);
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
        TaskRunner runner = admission.enter(task, priority);
        if (runner != null) {
            try {
                launch(runner);
            } catch (RuntimeException | Error e) {
                start(admission.launchFailed(runner));
                throw notStarted(task, e);
            }
        }
        return task;
    }

    RejectedExecutionException rejected(Runnable task, String why) {
        return new RejectedExecutionException(task + " rejected from " + this + why);
    }

    private RejectedExecutionException notStarted(Runnable task, Throwable cause) {
        var error = rejected(task, ": no thread to run it");
        error.initCause(cause);
        return error;
    }

    // Running

    private void launch(TaskRunner runner) {
        if (onWorkers) {
            Objects.requireNonNull(scheduler).execute(runner);
        } else {
            startThread(runner);
        }
    }

    /** Starts a virtual thread. */
    void startThread(Runnable body) {
        ThreadFactory threads = factory;
        if (threads == null) {
            Thread.startVirtualThread(body);
        } else {
            threads.newThread(body).start();
        }
    }

    /** Launches a runner; if that fails its task fails, and others have their turn. */
    private void start(@Nullable TaskRunner first) {
        for (TaskRunner runner = first; runner != null; ) {
            try {
                launch(runner);
                return;
            } catch (RuntimeException | Error e) {
                Runnable task = runner.task;
                runner = admission.launchFailed(runner);
                RejectedExecutionException error = notStarted(task, e);
                if (!(task instanceof TaskFuture<?> future && future.fail(error))) {
                    uncaught(error);
                }
            }
        }
    }

    /** Runs a runner's task, and the next ones if they may share the thread. */
    void run(TaskRunner runner) {
        Thread self = Thread.currentThread();
        runner.thread = self;
        if (admission.isStopped()) {
            self.interrupt();
        }
        Throwable thrown;
        Runnable next;
        do {
            thrown = perform(runner.task);
            next = admission.next(runner, relays);
            boolean ignored = Thread.interrupted();
            if (next != null) {
                runner.task = next;
            }
        } while (next != null && !relays);
        if (next != null) {
            start(runner);
        }
        if (thrown != null) {
            throw BoundedExecutor.<RuntimeException>unchecked(thrown);
        }
    }

    /** Runs a task; returns what it threw if that is for the worker, or null. */
    private @Nullable Throwable perform(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            if (onWorkers) {
                return thrown;
            }
            uncaught(thrown);
        }
        return null;
    }

    /** Tells the thread's handler, as if the thread had ended. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    static void uncaught(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable ignored) {
            return;
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // so that what a task throws goes on as it is
    static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    long clock() {
        return scheduler == null ? System.nanoTime() : scheduler.nanoTime();
    }

    void parkNanos(Object blocker, long nanos) {
        if (scheduler == null) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            scheduler.parkNanos(blocker, nanos);
        }
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
     */
    public void setLimit(int limit) {
        BoundedExecutorBuilder.aboveZero(limit);
        admission.setLimit(limit);
        for (TaskRunner runner = admission.admit(); runner != null; runner = admission.admit()) {
            start(runner);
        }
    }

    /** Returns figures of what was admitted, and how long it waited. */
    public AdmissionStats stats() {
        return admission.stats(name);
    }

    // The end

    @Override
    public void shutdown() {
        admission.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return admission.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return !admission.isOpen();
    }

    @Override
    public boolean isTerminated() {
        return admission.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return admission.awaitTermination(unit.toNanos(timeout));
    }

    @Override
    public String toString() {
        return "BoundedExecutor[" + name + ", " + admission.phaseName() + "]";
    }
}
