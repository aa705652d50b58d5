package dev.ropewalk.scheduler.executor;

import dev.ropewalk.scheduler.ExecutorSubject;
import dev.ropewalk.scheduler.Promise;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What the contract of executor services is checked against: the JDK's own, which shows that the checks are right, and the view. */
public enum ExecutorServices implements ExecutorSubject {
    THREAD_POOL {
        @Override
        public ExecutorService open(int threads) {
            return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    },
    SCHEDULED_THREAD_POOL {
        @Override
        public ScheduledExecutorService open(int threads) {
            var pool = new ScheduledThreadPoolExecutor(threads);
            pool.setRemoveOnCancelPolicy(true);
            return pool;
        }

        // It cancels a task that comes, or is taken to be run, at the moment of its end, and one that it has handed
        // back.
        @Override
        public Set<Promise> broken() {
            return Set.of(Promise.LOSES_NOTHING_AT_ITS_END, Promise.LEAVES_ALONE_WHAT_IT_HANDS_BACK);
        }
    },
    FORK_JOIN_POOL {
        @Override
        public ExecutorService open(int threads) {
            return new ForkJoinPool(threads);
        }

        // It cancels what waits, hands nothing back, doesn't interrupt a task that stops it, gives copies of
        // exceptions, adds a timeout to the time although that may overflow, and interrupts a thread that has gone on
        // to another task. A cancellation that meets the end of the task marks a result as cancelled, and says that it
        // has not.
        @Override
        public Set<Promise> broken() {
            return Set.of(
                    Promise.HANDS_BACK_WHAT_WAITS,
                    Promise.LEAVES_ALONE_WHAT_IT_HANDS_BACK,
                    Promise.INTERRUPTS_ALL_THAT_RUN,
                    Promise.GIVES_THE_SAME_EXCEPTION,
                    Promise.TAKES_VERY_NEGATIVE_TIMEOUTS_FOR_NONE,
                    Promise.KEEPS_INTERRUPTS_TO_THEIR_TASK,
                    Promise.LEAVES_A_RESULT_ALONE,
                    Promise.LOSES_NOTHING_AT_ITS_END);
        }
    },
    VIRTUAL_THREAD_PER_TASK {
        @Override
        public ExecutorService open(int threads) {
            return Executors.newVirtualThreadPerTaskExecutor();
        }

        @Override
        public boolean isBounded() {
            return false;
        }

        @Override
        public Set<Promise> broken() {
            return Set.of(Promise.TAKES_VERY_NEGATIVE_TIMEOUTS_FOR_NONE);
        }
    },
    VIEW {
        @Override
        public ScheduledExecutorService open(int threads) {
            return Scheduler.builder()
                    .name("contract")
                    .workers(threads)
                    .maxSpareWorkers(0)
                    .uncaughtExceptionHandler((thread, thrown) -> {})
                    .build()
                    .asExecutorService();
        }

        @Override
        public void dispose(ExecutorService executor) {
            executor.shutdownNow();
            ((ExecutorView) executor).host().close(Duration.ofSeconds(5));
        }
    };

    public ScheduledExecutorService openScheduled(int threads) {
        return (ScheduledExecutorService) open(threads);
    }
}
