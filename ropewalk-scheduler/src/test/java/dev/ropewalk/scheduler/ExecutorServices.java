package dev.ropewalk.scheduler;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What the contract of executor services is checked against: the JDK's own, which shows that the checks are right, and the view. */
enum ExecutorServices implements ExecutorSubject {
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

        @Override
        public boolean losesNothingAtItsEnd() {
            return false;
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
            ((ExecutorView) executor).scheduler().close(Duration.ofSeconds(5));
        }
    };

    ScheduledExecutorService openScheduled(int threads) {
        return (ScheduledExecutorService) open(threads);
    }
}
