package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a run takes threads, time and chance from. */
interface RunThreads {
    /** Runs a task in a new virtual thread. */
    void start(Runnable task);

    /** Returns the time in nanoseconds, from an arbitrary origin. */
    long now();

    RandomGenerator random();

    /** Runs a short task later; returns what cancels that. */
    Runnable after(long nanos, Runnable task);

    /** Returns the JDK's virtual threads and clock. */
    static RunThreads ofJdk() {
        return Jdk.INSTANCE;
    }

    static RunThreads of(Scheduler scheduler) {
        return new OfScheduler(scheduler);
    }

    /** Those of the JDK. Timers end in virtual threads: the JDK's own timer thread is for everybody. */
    final class Jdk implements RunThreads {
        private static final Jdk INSTANCE = new Jdk();

        @Override
        public void start(Runnable task) {
            Thread.startVirtualThread(task);
        }

        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public RandomGenerator random() {
            return ThreadLocalRandom.current();
        }

        @Override
        public Runnable after(long nanos, Runnable task) {
            CompletableFuture<@Nullable Void> timer =
                    new CompletableFuture<@Nullable Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
            var ignored = timer.thenRunAsync(task, Thread::startVirtualThread);
            return () -> timer.cancel(false);
        }
    }

    /**
     * Those of a scheduler. Timers end in virtual threads here, too: a worker that waited for a lock behind a virtual thread might
     * be the one that has to carry it.
     */
    final class OfScheduler implements RunThreads {
        private final Scheduler scheduler;

        OfScheduler(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public void start(Runnable task) {
            scheduler.threadFactory().newThread(task).start();
        }

        @Override
        public long now() {
            return scheduler.nanoTime();
        }

        @Override
        public RandomGenerator random() {
            return scheduler.random();
        }

        @Override
        public Runnable after(long nanos, Runnable task) {
            return scheduler.schedule(scheduler.newStrand(), () -> start(task), Duration.ofNanos(nanos))::cancel;
        }
    }
}
