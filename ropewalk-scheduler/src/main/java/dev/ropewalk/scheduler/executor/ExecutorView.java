package dev.ropewalk.scheduler.executor;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler seen as an executor service with a life of its own.
 *
 * <p>States: open, shut down (what was accepted runs, periodic tasks are cancelled), stopped (what waited was handed back,
 * what ran was interrupted), terminated. Only forwards.
 *
 * <p>There is no counter of tasks, which all threads would contend for. Accepted tasks are entered in a {@link TaskRegistry}
 * or, until their time comes, in {@link DelayedTasks}; no thread reads these before the view is shut down. From then on each
 * task that ends looks whether it was the last.
 *
 * <p>Why termination isn't missed. A task that ends writes its state and then reads the view's, both volatile; shutting down
 * writes the view's state and then looks at the tasks. So either the task sees that it has to look, or it is seen to have ended.
 * Not every task looks at all others: the thread that looked notes a live task, the {@code witness}, and as long as that task
 * lives no other thread needs to look. If {@code B} ends while the witness {@code A} lives, {@code A} reads the registry after
 * {@code B} has ended, and so on.
 *
 * <p>Why termination isn't premature. The delayed tasks are looked at before the registry, and a task that goes from the one to
 * the other is entered there before it leaves here. The way back, of a periodic task, is closed after shutting down. For the
 * same reason shutting down misses no periodic task: it cancels those that are delayed and then those that are due but wait.
 */
public final class ExecutorView extends AbstractExecutorService implements ScheduledExecutorService {
    private static final int OPEN = 0;
    private static final int SHUT_DOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;

    private final ExecutorHost host;
    private final TaskRegistry registry;
    private final BooleanSupplier whileOpen = this::isOpen;
    private final DelayedTasks delayed = new DelayedTasks();
    private final AtomicInteger state = new AtomicInteger(OPEN);
    private final ReentrantLock lookLock = new ReentrantLock();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile @Nullable ViewTask witness;
    private volatile boolean lookAgain;

    public ExecutorView(ExecutorHost host) {
        this.host = host;
        var endedTask = new ViewTask(this, () -> {});
        endedTask.refuse();
        this.registry = new TaskRegistry(host.workers(), endedTask);
    }

    // Tasks for now

    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "command");
        var task = new ViewTask(this, command);
        Worker self = host.currentWorker();
        if (!host.isOpen() || !host.execute(self, task, registry, hash(self), whileOpen)) {
            throw rejected(command);
        }
    }

    private static int hash(@Nullable Worker self) {
        return self != null ? self.id() : (int) ((Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L) >>> 32);
    }

    private RejectedExecutionException rejected(Object task) {
        return new RejectedExecutionException(task + " rejected from " + this);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new ViewFuture<>(host, Executors.callable(runnable, value));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new ViewFuture<>(host, callable);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        Worker blocked = host.beginBlocking();
        try {
            return super.invokeAny(tasks);
        } finally {
            host.endBlocking(blocked);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        Worker blocked = host.beginBlocking();
        try {
            return super.invokeAny(tasks, timeout, unit);
        } finally {
            host.endBlocking(blocked);
        }
    }

    // Tasks for later

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Objects.requireNonNull(command, "command");
        return start(new ScheduledTask<>(this, Executors.callable(command), due(delay, unit), 0));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Objects.requireNonNull(callable, "callable");
        return start(new ScheduledTask<>(this, callable, due(delay, unit), 0));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        Objects.requireNonNull(command, "command");
        long nanos = positive("period", period, unit);
        return start(new ScheduledTask<>(this, Executors.callable(command), due(initialDelay, unit), nanos));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        Objects.requireNonNull(command, "command");
        long nanos = positive("delay", delay, unit);
        return start(new ScheduledTask<>(this, Executors.callable(command), due(initialDelay, unit), -nanos));
    }

    private long due(long delay, TimeUnit unit) {
        Objects.requireNonNull(unit, "unit");
        return host.nanoTime() + Math.clamp(unit.toNanos(delay), 0, Durations.MAX_DELAY_NANOS);
    }

    private static long positive(String what, long value, TimeUnit unit) {
        Objects.requireNonNull(unit, "unit");
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
        return Math.min(unit.toNanos(value), Durations.MAX_DELAY_NANOS);
    }

    private <V> ScheduledFuture<V> start(ScheduledTask<V> task) {
        StackRoom.require();
        try {
            delayed.add(task);
            if (isOpen() && host.isOpen()) {
                await(task);
                return task;
            }
        } catch (Throwable noMemory) {
            cancelled(task);
            throw noMemory;
        }
        if (task.tryWithdraw()) {
            forget(task);
            throw rejected(task);
        }
        return task;
    }

    private void await(ScheduledTask<?> task) {
        if (task.isDue()) {
            release(task);
            return;
        }
        task.arm(host);
        if (!host.isOpen()) {
            task.end();
        }
    }

    /**
     * Hands a delayed task to the workers, if no other thread has got it meanwhile; or throws, and then it is delayed as
     * before.
     */
    void release(ScheduledTask<?> task) {
        if (!host.isOpen()) {
            task.end();
            return;
        }
        var released = new ViewTask(this, task);
        Worker self = host.currentWorker();
        if (task.tryRelease()) {
            try {
                boolean ignored = host.execute(self, released, registry, hash(self), () -> leaveDelayed(task));
            } catch (Throwable noMemory) {
                task.takeBack();
                throw noMemory;
            }
        }
    }

    /** Called when the task's place in the registry is taken, and before the task can run and be delayed again. */
    private boolean leaveDelayed(ScheduledTask<?> task) {
        delayed.remove(task);
        return true;
    }

    /** Lets a periodic task that has just run wait for its next time; if this throws, it may wait or not. */
    void repeat(ScheduledTask<?> task) {
        delayed.add(task);
        if (!isOpen()) {
            task.end();
        }
        if (task.isDone()) {
            forget(task);
        } else {
            await(task);
        }
    }

    /** Forgets a task that was cancelled, if it was pending. */
    void cancelled(ScheduledTask<?> task) {
        if (task.tryWithdraw()) {
            forget(task);
        }
    }

    /** Forgets a task that was withdrawn. A timer that can't be disarmed finds that it is too late. */
    void forget(ScheduledTask<?> task) {
        delayed.remove(task);
        try {
            task.disarm();
        } finally {
            ended();
        }
    }

    // The end

    boolean isOpen() {
        return state.get() == OPEN;
    }

    @Override
    public void shutdown() {
        StackRoom.require();
        advance(SHUT_DOWN);
        delayed.cancelPeriodic();
        registry.cancelPeriodic();
        ended();
    }

    @Override
    public List<Runnable> shutdownNow() {
        StackRoom.require();
        advance(STOPPED);
        List<Runnable> later = delayed.takeAll();
        List<Runnable> waiting = new ArrayList<>();
        registry.stopAll(waiting);
        waiting.addAll(later);
        ended();
        return waiting;
    }

    private void advance(int target) {
        state.accumulateAndGet(target, Math::max);
    }

    /** Called whenever something has ended: terminates this view if it is shut down and that was the last. */
    void ended() {
        if (!isOpen()) {
            terminateIfLast();
        }
    }

    /** Only one thread looks at a time, and looks again if others wanted to meanwhile, so that no worker waits here. */
    private void terminateIfLast() {
        ViewTask known = witness;
        if (known != null && known.isLive()) {
            return;
        }
        lookAgain = true;
        while (lookAgain && lookLock.tryLock()) {
            try {
                lookAgain = false;
                lookForLast();
            } finally {
                lookLock.unlock();
            }
        }
    }

    private void lookForLast() {
        if (delayed.isEmpty()) {
            ViewTask live = registry.findLive();
            witness = live;
            if (live == null) {
                advance(TERMINATED);
                terminated.countDown();
            }
        }
    }

    @Override
    public boolean isShutdown() {
        return !isOpen();
    }

    @Override
    public boolean isTerminated() {
        return state.get() == TERMINATED;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (isTerminated()) {
            return true;
        }
        Worker blocked = host.beginBlocking();
        try {
            return terminated.await(timeout, unit);
        } finally {
            host.endBlocking(blocked);
        }
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

    ExecutorHost host() {
        return host;
    }

    @Override
    public String toString() {
        String is = switch (state.get()) {
            case OPEN -> host.isOpen() ? "open" : "open, but its scheduler is closed";
            case SHUT_DOWN -> "shut down";
            case STOPPED -> "stopped";
            default -> "terminated";
        };
        return "ExecutorView[" + host.options.name() + ", " + is + "]";
    }
}
