package dev.ropewalk.scheduler;

import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs in the JDK's common pool what must run although its workers have left, oldest first. The pool itself has no such order:
 * a thread of it serves one queue until that is empty. Hence what is submitted there are orders to run the oldest. A strand
 * goes to the end after each task. So a virtual thread that yields until another one has run lets it run, even if the pool has
 * a single thread.
 */
final class RescuePool {
    private static final ConcurrentLinkedQueue<Runnable> WAITING = new ConcurrentLinkedQueue<>();
    private static final ScopedValue<SerialStrand> CURRENT = ScopedValue.newInstance();

    private RescuePool() {}

    static void execute(Runnable task) {
        submit(() -> runAndReport(task));
    }

    /** Returns the strand that the calling code is part of, if that runs here. */
    static @Nullable SerialStrand current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Runs a strand that was taken from a queue until it is idle. */
    static void execute(SerialStrand strand) {
        submit(new StrandRun(strand));
    }

    /** Runs a call that may block, in the calling thread, which the pool replaces meanwhile if it is one of its own. */
    static <T> T blocking(Callable<T> call) throws Exception {
        var task = new FutureTask<>(call);
        ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
            @Override
            public boolean block() {
                task.run();
                return true;
            }

            @Override
            public boolean isReleasable() {
                return task.isDone();
            }
        });
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        Throwable thrown = task.exceptionNow();
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** Either throws, or the run will come: one that nobody was asked to run doesn't stay for another's turn. */
    private static void submit(Runnable run) {
        ForkJoinTask<?> order = ForkJoinTask.adapt(RescuePool::runOldest);
        WAITING.add(run);
        try {
            var ignored = ForkJoinPool.commonPool().externalSubmit(order);
        } catch (Throwable thrown) {
            if (WAITING.remove(run)) {
                throw thrown;
            }
        }
    }

    private static void runOldest() {
        Runnable oldest = WAITING.poll();
        if (oldest != null) {
            oldest.run();
        }
    }

    private static void runAndReport(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            report(thrown);
        }
    }

    /** A handler that throws, too, must not end the strand whose task has failed. */
    private static void report(Throwable thrown) {
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable second) {
            Log.failure("the handler of uncaught exceptions of the common pool failed", second);
        }
    }

    private record StrandRun(SerialStrand strand) implements Runnable, TaskRunner {
        @Override
        public void run() {
            if (!ScopedValue.where(CURRENT, strand).call(() -> strand.run(this))) {
                submit(this);
            }
        }

        @Override
        public void runTask(Runnable task) {
            runAndReport(task);
        }

        @Override
        public void handle(Consumer<Object> handler, Object message) {
            runAndReport(() -> handler.accept(message));
        }

        @Override
        public boolean isTimeToLook() {
            return true;
        }

        @Override
        public boolean mustLeave(SerialStrand strand) {
            return true;
        }
    }
}
