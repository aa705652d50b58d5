package dev.ropewalk.graph.run;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Unscheduled;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a run takes threads, time and chance from. */
public interface RunThreads {
    /** Runs a task in a new virtual thread, which inherits no thread-locals: the caller may be another action's thread. */
    void start(Runnable task);

    /** Returns the time in nanoseconds, from an arbitrary origin. */
    long now();

    RandomGenerator random();

    /**
     * Runs a task later in a new virtual thread, or {@linkplain Abandonable#abandon abandons} it if that will never be possible;
     * one of the two, unless it is cancelled.
     *
     * @return what cancels it
     * @throws RuntimeException if that is impossible from the beginning
     */
    Runnable after(long nanos, Abandonable task);

    /** Returns the threads and the clock of the simulation that the caller runs in, or else the JDK's. */
    static RunThreads unscheduled() {
        Scheduler simulated = Steps.simulatedScheduler();
        return simulated == null ? Jdk.INSTANCE : of(simulated);
    }

    static RunThreads of(Scheduler scheduler) {
        return new OfScheduler(scheduler);
    }

    /** Threads of the JDK. Timers end in virtual threads, because the whole JVM shares the JDK's timer thread. */
    final class Jdk implements RunThreads {
        private static final Jdk INSTANCE = new Jdk();

        @Override
        public void start(Runnable task) {
            Unscheduled.isolatedThreads(null).newThread(task).start();
        }

        @Override
        public long now() {
            return Parking.now(null);
        }

        @Override
        public RandomGenerator random() {
            return Parking.random();
        }

        @Override
        public Runnable after(long nanos, Abandonable task) {
            CompletableFuture<@Nullable Void> timer =
                    new CompletableFuture<@Nullable Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
            var ignored = timer.thenRun(() -> startOrAbandon(this, task));
            return () -> timer.cancel(false);
        }
    }

    private static void startOrAbandon(RunThreads threads, Abandonable task) {
        try {
            threads.start(task);
        } catch (Throwable noThread) {
            abandon(task);
        }
    }

    /**
     * Abandons a task in a thread of its own, which no closed scheduler has: that goes on with the run, and the thread that closes
     * the scheduler mustn't be held up.
     */
    private static void abandon(Abandonable task) {
        try {
            unscheduled().start(task::abandon);
        } catch (Throwable noThread) {
            task.abandon();
        }
    }

    /**
     * Threads of a scheduler. Timers end in virtual threads here, too: a worker that waited for a lock behind a virtual thread
     * might be the one that has to carry it. When the scheduler has closed, threads that were started go on, but none is started
     * any more, and a timer that was armed is abandoned.
     */
    final class OfScheduler implements RunThreads {
        private final Scheduler scheduler;

        OfScheduler(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public void start(Runnable task) {
            scheduler.isolatedThreadFactory().newThread(task).start();
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
        public Runnable after(long nanos, Abandonable task) {
            Abandonable tick = new Abandonable() {
                @Override
                public void run() {
                    startOrAbandon(OfScheduler.this, task);
                }

                @Override
                public void abandon() {
                    RunThreads.abandon(task);
                }
            };
            return scheduler.schedule(scheduler.newStrand(), tick, Duration.ofNanos(nanos))::cancel;
        }
    }
}
