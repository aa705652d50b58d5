package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.support.FailureLog;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs in the JDK's common pool what must run although its workers have left, oldest first. The pool itself has no such order:
 * a thread of it serves one queue until that is empty. Hence what is submitted there are orders to run the oldest. A strand
 * goes to the end after each task. So a virtual thread that yields until another one has run lets it run, even if the pool has
 * a single thread.
 *
 * <p>The pool isn't called by a thread near the end of its stack: an overflow while the pool holds one of its own locks would
 * leave that locked for ever, for the whole JVM.
 */
public final class RescuePool {
    private static final ConcurrentLinkedQueue<Entry> WAITING = new ConcurrentLinkedQueue<>();
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final ScopedValue<SerialStrand> CURRENT = ScopedValue.newInstance();

    private static final FailureLog FAILURES = new FailureLog("the common pool");

    private RescuePool() {}

    /** Has all classes of this and of the pool initialized, which must not be tried near the end of a stack or of memory. */
    public static void prepare() {
        try {
            submit(() -> {});
        } catch (OutOfMemoryError noThread) {
            return; // The classes are there.
        }
    }

    public static void execute(Runnable task) {
        submit(() -> runAndReport(task));
    }

    /** Returns the strand that the calling code is part of, if that runs here. */
    public static @Nullable SerialStrand current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Runs a strand that was taken from a queue until it is idle. */
    public static void execute(SerialStrand strand) {
        submit(new StrandRun(strand));
    }

    /** Runs a call that may block, in the calling thread, which the pool replaces meanwhile if it is one of its own. */
    public static <T> T blocking(Callable<T> call) throws Exception {
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

    /** Either throws, or the run will come: one that no thread was asked to run doesn't stay for another's turn. */
    private static void submit(Runnable run) {
        StackRoom.requireForPool();
        ForkJoinTask<?> order = ForkJoinTask.adapt(RescuePool::runOldest);
        var entry = new Entry(run);
        WAITING.add(entry);
        try {
            var ignored = ForkJoinPool.commonPool().externalSubmit(order);
        } catch (Throwable thrown) {
            // There may be no stack left for a call.
            entry.doubted = true;
            entry.kept = entry.taken;
            entry.decided = true;
            if (!entry.kept) {
                throw thrown;
            }
        }
    }

    private static void runOldest() {
        for (Entry oldest = WAITING.poll(); oldest != null; oldest = WAITING.poll()) {
            if (oldest.takeAndCheck()) {
                oldest.run.run();
                return;
            }
        }
    }

    /**
     * What waits for a thread of the pool. Its submitter may fail to ask for one, and then takes it back, unless it was taken
     * already: for the submitter says to its caller that nothing will happen.
     *
     * <p>The submitter writes {@code doubted} and then reads {@code taken}; the taker writes {@code taken} and then reads
     * {@code doubted}. If the taker sees no doubt, the submitter sees that it was taken. If it does, it waits for what the
     * submitter decides, which is two assignments away.
     */
    static final class Entry {
        private final Runnable run;
        volatile boolean taken;
        volatile boolean doubted;
        volatile boolean kept;
        volatile boolean decided;

        Entry(Runnable run) {
            this.run = run;
        }

        /** Takes this; returns whether it is to run. */
        boolean takeAndCheck() {
            taken = true;
            if (!doubted) {
                return true;
            }
            while (!decided) {
                Thread.onSpinWait();
            }
            return kept;
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
            FAILURES.handlerFailed(thrown, second);
        }
    }

    private record StrandRun(SerialStrand strand) implements Runnable, TaskRunner {
        /** Where no other thread can be asked to go on with the strand, this thread does, late for others as that is. */
        @Override
        public void run() {
            while (!runAsCurrent()) {
                try {
                    submit(this);
                    return;
                } catch (Throwable noMemory) {
                    LockSupport.parkNanos(this, RETRY_NANOS);
                }
            }
        }

        private boolean runAsCurrent() {
            try {
                return ScopedValue.where(CURRENT, strand).call(() -> strand.run(this));
            } catch (OutOfMemoryError notBegun) {
                return false;
            }
        }

        @Override
        public void runTask(Runnable task) {
            runAndReport(task);
        }

        @Override
        public void handle(Consumer<Object> handler, Object message) {
            try {
                handler.accept(message);
            } catch (Throwable thrown) {
                report(thrown);
            }
        }

        @Override
        public boolean tickAndCheck() {
            return true;
        }

        @Override
        public boolean yieldOrRunRound(SerialStrand strand) {
            return true;
        }
    }
}
