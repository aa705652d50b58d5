package dev.ropewalk.pekko.dispatch;

import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Scheduler;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.pekko.dispatch.Mailbox;
import org.jspecify.annotations.Nullable;
import scala.concurrent.BlockContext;

/**
 * What a dispatcher submits its mailboxes and tasks to: mailboxes go to their strands, and all else to a view of the scheduler.
 *
 * <p>Shutting down never waits, since Pekko may call it in a thread of this very executor: a scheduler of its own is closed by a thread for that.
 */
final class DispatcherExecutor extends AbstractExecutorService {
    private static final Duration PAUSE = Duration.ofMillis(1);

    private final String name;
    private final Scheduler scheduler;
    private final boolean own;
    private final @Nullable MailboxStrands strands;
    private final @Nullable UncaughtExceptionHandler failures;
    private final ManagedBlocking blocking;
    private final ExecutorService tasks;
    private final AtomicBoolean isShutdown = new AtomicBoolean();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /**
     * Makes an executor.
     *
     * @param own whether the scheduler ends with it
     * @param affinity whether mailboxes have strands
     */
    DispatcherExecutor(
            String name,
            Scheduler scheduler,
            boolean own,
            boolean affinity,
            @Nullable UncaughtExceptionHandler failures) {
        this.name = name;
        this.scheduler = scheduler;
        this.own = own;
        this.strands = affinity ? new MailboxStrands(scheduler, this::run) : null;
        this.failures = failures;
        this.blocking = new ManagedBlocking(scheduler);
        this.tasks = scheduler.asExecutorService();
    }

    @Override
    public void execute(Runnable task) {
        if (task instanceof Mailbox mailbox && strands != null) {
            MessageStrand<Runnable> strand = strands.strandOf(mailbox);
            if (strand != null) {
                if (isShutdown.get()) {
                    throw new RejectedExecutionException("executor " + name + " is shut down");
                }
                strand.send(mailbox);
                return;
            }
        }
        Objects.requireNonNull(task, "task");
        tasks.execute(() -> run(task));
    }

    private void run(Runnable task) {
        try {
            BlockContext.withBlockContext(blocking, () -> {
                task.run();
                return null;
            });
        } catch (Throwable failed) {
            if (failures == null) {
                throw failed;
            }
            failures.uncaughtException(Thread.currentThread(), failed);
        }
    }

    @Override
    public void shutdown() {
        if (isShutdown.compareAndSet(false, true)) {
            tasks.shutdown();
            endOnceIdle(Scheduler::close);
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> left = tasks.shutdownNow();
        if (isShutdown.compareAndSet(false, true)) {
            endOnceIdle(closing -> closing.close(Duration.ZERO));
        }
        return left;
    }

    private void endOnceIdle(Consumer<Scheduler> close) {
        Thread.ofPlatform().daemon().name(name + "-close").start(() -> {
            try {
                if (own) {
                    close.accept(scheduler);
                } else {
                    awaitMailboxes();
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } finally {
                end.complete(null);
            }
        });
    }

    /** Looks now and then: what waits in a strand of a scheduler that is closed never runs. */
    private void awaitMailboxes() throws InterruptedException {
        while (strands != null && !strands.areIdle() && !scheduler.awaitTermination(PAUSE)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean isShutdown() {
        return isShutdown.get();
    }

    @Override
    public boolean isTerminated() {
        return end.isDone() && tasks.isTerminated();
    }

    /**
     * Waits for the end, as the JDK's executors do.
     *
     * @throws IllegalStateException if called from a worker of the executor's own scheduler, which would wait for itself
     */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (own && Scheduler.current().filter(scheduler::equals).isPresent()) {
            throw new IllegalStateException("executor " + name + " can't wait for its end in its own worker "
                    + Thread.currentThread().getName());
        }
        long start = System.nanoTime();
        long nanos = unit.toNanos(timeout);
        try {
            end.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        }
        return tasks.awaitTermination(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
    }

    @Override
    public String toString() {
        return "executor " + name + " on " + scheduler;
    }
}
