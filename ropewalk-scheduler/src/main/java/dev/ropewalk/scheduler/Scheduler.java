package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.LiveSchedulers;
import dev.ropewalk.scheduler.step.SchedulerThread;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Runs {@linkplain Strand strands} and plain tasks on a fixed set of workers, by work stealing with soft affinity: a
 * strand runs where its state is warm, and elsewhere only when waiting would cost more than moving.
 *
 * <p>Time, timers, randomness, parking and blocking are methods of this interface, so that everything built on it also
 * runs on a simulated scheduler. All methods may be called from any thread.
 *
 * <p>An open scheduler keeps the JVM alive until it is closed, unless it was {@linkplain SchedulerBuilder#daemon built} not to;
 * a virtual thread doesn't by itself. For a program that ends by a signal see {@link CoordinatedShutdown}.
 *
 * <p>Memory effects: what a thread did before it submitted a task or armed a timer happens-before that task.
 *
 * {@snippet class="dev.ropewalk.scheduler.snippets.SchedulerSnippets" region="strand" :
 * try (Scheduler scheduler = Scheduler.create()) {
 *     Strand account = scheduler.newStrand();
 *     account.execute(() -> balance += 10);
 *     account.execute(() -> balance -= 3);
 * }
 * }
 */
public interface Scheduler extends Executor, TimedCloseable {
    /** Returns a scheduler with one worker for each CPU that this process may use, and the defaults of {@link #builder}. */
    static Scheduler create() {
        return builder().build();
    }

    /** Returns a builder of schedulers that run on real threads. */
    static SchedulerBuilder builder() {
        return new SchedulerBuilder();
    }

    /**
     * Returns the scheduler whose worker runs the calling code, be it a task or a virtual thread of its {@link
     * #threadFactory} that it {@linkplain #carriesVirtualThreads carries}; empty anywhere else. Allocates nothing.
     */
    static Optional<Scheduler> current() {
        return SchedulerThread.currentScheduler();
    }

    /**
     * Returns the schedulers that live in this JVM by their names, in the order in which they were made: those on real threads that
     * haven't been closed yet.
     *
     * <p>What holds for this method of all models: nothing has to be switched on, and the list costs nothing but a weak reference
     * for each part while nobody looks. It keeps no part alive; the map that is returned does, and never changes. Names are unique: a part
     * is called as its builder says, with a number behind if another one has that name, and a part without a name by its kind
     * and number. It keeps its name as long as it is listed. What is built in a simulation isn't listed. Any thread may call this,
     * while parts come and go.
     */
    static Map<String, Scheduler> live() {
        return LiveSchedulers.live();
    }

    /** Returns a new strand with soft affinity; see {@link #newStrand(Placement)} for its home. */
    default Strand newStrand() {
        return newStrand(Placement.SOFT);
    }

    /**
     * Returns a new strand. A pinned one has its home at once, the workers taking turns: one strand at a time until each has 32,
     * then four at a time. A soft one gets it with its first task: if a worker submits that, the worker which runs it, mostly the
     * same; if it comes from outside, the workers take turns, four strands at a time. For what begins together often works
     * together, and a message to a strand of the same worker costs a fraction of one to another.
     */
    Strand newStrand(Placement placement);

    /**
     * Returns a new strand whose home is a given worker.
     *
     * @param placement where it may run; {@link Placement#FREE} has no home and is refused
     * @param worker the home, from 0 to {@link #workers()} - 1
     * @throws IllegalArgumentException if there is no such worker, or the placement has no home
     */
    Strand newStrand(Placement placement, int worker);

    /**
     * Returns a new strand whose tasks are messages, all given to one handler, once it is {@linkplain MessageStrand#start
     * started}. It has a home as {@link #newStrand(Placement)} says.
     */
    <M> MessageStrand<M> newMessageStrand(Placement placement, Consumer<? super M> handler);

    /** Returns the message strand whose handler the calling code is part of, if any. */
    Optional<MessageStrand<?>> currentStrand();

    /**
     * Submits a task that belongs to no strand: it may run on any worker, at the same time as any other. A task
     * submitted from a worker runs there, newest first, unless another worker is idle; a {@link SoftTask} even then, unless it waits too long.
     *
     * @throws RejectedExecutionException if this scheduler is closed or closing
     */
    @Override
    void execute(Runnable task);

    /**
     * Arms a timer that submits a task to a strand once, after a delay.
     *
     * @param delay from now; zero or less means as soon as possible
     * @throws IllegalArgumentException if the strand belongs to another scheduler
     * @throws RejectedExecutionException if this scheduler is closed or closing
     */
    Timer schedule(Strand strand, Runnable task, Duration delay);

    /**
     * Arms a timer that submits a task to a strand again and again, at {@code initialDelay}, {@code initialDelay +
     * period} and so on. A tick that comes while the previous tick's task still waits or runs is skipped, so that a slow
     * strand isn't flooded.
     *
     * @param period above zero
     * @throws IllegalArgumentException if the period isn't above zero, or the strand belongs to another scheduler
     * @throws RejectedExecutionException if this scheduler is closed or closing
     */
    Timer scheduleAtFixedRate(Strand strand, Runnable task, Duration initialDelay, Duration period);

    /**
     * Runs a call that may block, in the calling thread. If that thread is a worker, the worker counts as blocked
     * meanwhile: what waits in its queues may be stolen at once, and a spare worker is started if the bound allows, so
     * that as many tasks run as before. In any other thread, a virtual one included, it just calls.
     *
     * @return what the call returned
     * @throws Exception what the call threw
     */
    <T> T blocking(Callable<T> call) throws Exception;

    /**
     * Returns a new executor service whose tasks run on this scheduler. Each view has a life of its own: shutting it
     * down ends the view and leaves the scheduler running, so that a library which owns its executor can be given one.
     *
     * <p>{@code shutdown} is that of {@link java.util.concurrent.ScheduledThreadPoolExecutor} as it is by default: tasks with a
     * delay still run at their time, and the view isn't terminated before; periodic tasks are cancelled, also those that are due
     * but wait for a worker; one that is running doesn't run again. {@code shutdownNow} hands back all that haven't begun,
     * delayed and periodic ones among them, and cancels none of these. When this scheduler is closed first, what a view still has
     * is cancelled, and a task that is {@link Abandonable} is told so.
     */
    ScheduledExecutorService asExecutorService();

    /**
     * Returns a factory of virtual threads. They run on this scheduler's workers if {@link #carriesVirtualThreads}, and on
     * the JDK's scheduler otherwise. Each of ours has a home like a soft strand's, the workers taking turns. It follows a
     * worker that wakes it twice in a row, so that threads which talk soon share a worker, and lives with a thief at once.
     *
     * <p>A virtual thread of ours that blocks in a file, in native code or in a class initializer holds its worker. Others
     * steal what waits there, but the worker counts as stuck only after {@link SchedulerBuilder#stuckAfter}, and a spare
     * worker is started when all are blocked or stuck. The JDK compensates for its own carriers at once.
     *
     * <p>{@link #close} neither waits for these threads nor interrupts nor reports them: they go on on the JDK's scheduler, and
     * like all virtual threads they don't keep the JVM alive. What must end in order is ended before, for instance by a process
     * scope.
     */
    ThreadFactory threadFactory();

    /**
     * Returns a factory as {@link #threadFactory}, whose threads inherit no {@link InheritableThreadLocal} of the thread that
     * makes them: for pools and other code that starts a thread for one task in the midst of another. Their context class
     * loader is the system's.
     */
    ThreadFactory isolatedThreadFactory();

    /**
     * Returns whether {@link #threadFactory} makes threads that run on this scheduler's workers. JDK 25 has no supported
     * way to choose a virtual thread's scheduler: it takes the JVM option {@code
     * --add-opens=java.base/java.lang=ALL-UNNAMED} (or {@code =dev.ropewalk.scheduler} on the module path).
     */
    boolean carriesVirtualThreads();

    /** Returns the number of workers, spare ones not counted. */
    int workers();

    /** Returns the current time in nanoseconds, from an arbitrary origin: only differences mean something. */
    long nanoTime();

    /** Returns a source of pseudo-random numbers that any thread may use. */
    RandomGenerator random();

    /**
     * Parks the calling thread until {@link #unpark}, an interrupt, or for no reason, like {@link
     * java.util.concurrent.locks.LockSupport#park(Object)}. Not for workers: see {@link #blocking}.
     *
     * @param blocker what is waited for, shown in thread dumps
     */
    void park(Object blocker);

    /** As {@link #park}, for at most {@code nanos} nanoseconds. */
    void parkNanos(Object blocker, long nanos);

    /**
     * Lets a parked thread go on, or its next park return at once. What the caller did before happens-before what the thread
     * does when that park has returned.
     */
    void unpark(Thread thread);

    /**
     * Returns how long tasks have held a worker: plain ones, those of strands, messages, and virtual threads from when they are mounted until they
     * unmount. Recording begins with the first call and ends a minute after the last one: the first returns {@linkplain
     * TimeDistribution#none none}. About one task in 64 is timed, so that even empty ones hardly take longer. A task is counted when it
     * has ended. A scheduler of a simulation times nothing.
     */
    default TimeDistribution taskTimes() {
        return TimeDistribution.none();
    }

    /** Returns a snapshot of what this scheduler has done. The counters are read while workers go on: not atomic. */
    SchedulerStats stats();

    /**
     * Stops taking new work, runs what was submitted, and ends the workers. Timers that are not due are abandoned. When
     * the time is up, workers are interrupted and what still waits is abandoned. An {@link Abandonable} task is told; what
     * waits behind a task that doesn't end is only counted. A later call waits for the first and returns its report. Virtual
     * threads of {@link #threadFactory} go on, on the JDK's scheduler.
     *
     * @param timeout how long to wait for submitted work; zero or less abandons it at once
     * @return what was abandoned
     * @throws IllegalStateException if called from a thread of this scheduler, a handler of uncaught exceptions that it calls
     *     included: it would wait for itself
     */
    @Override
    SchedulerCloseReport close(Duration timeout);

    /**
     * Waits until this scheduler has been closed, by whichever thread, and the owners of what was abandoned have been told.
     * For a {@code main} that has nothing else to do.
     *
     * @param timeout how long to wait; zero or less only looks
     * @return whether it is closed; false if the time is up
     * @throws IllegalStateException if called from a thread of this scheduler, for which closing waits, or by an {@link
     *     Abandonable} that is being told
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    boolean awaitTermination(Duration timeout) throws InterruptedException;

    /**
     * Returns whether this scheduler, closing, is telling the calling code what it has abandoned: whether that is called by
     * {@link Abandonable#abandon}, or is a callback of a future that fails with the task. The end of the scheduler waits for
     * such code, so it must not wait for anything that the end brings.
     */
    boolean isTellingCaller();

    /** Closes with a timeout of 30 seconds; what was abandoned is logged as a warning. */
    @Override
    void close();
}
