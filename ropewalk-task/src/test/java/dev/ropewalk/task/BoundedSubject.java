package dev.ropewalk.task;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.ExecutorSubject;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What the contract of executor services is checked against: the JDK's own, which shows that the checks are right, and ours. */
enum BoundedSubject implements ExecutorSubject {
    THREAD_POOL {
        @Override
        public ExecutorService open(int limit) {
            return new ThreadPoolExecutor(limit, limit, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    },
    PLAIN {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit).build();
        }
    },
    FRESH_THREADS {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit)
                    .name("fresh")
                    .freshThreads(true)
                    .build();
        }
    },
    PRIORITIES {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit)
                    .priorities(Duration.ofMillis(1))
                    .build();
        }
    },
    SCHEDULER {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit).scheduler(SHARED).build();
        }
    },
    BOUNDED_QUEUE {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit)
                    .capacity(100_000, OverflowPolicy.BLOCK)
                    .build();
        }
    },
    WITH_BUDGET {
        @Override
        public ExecutorService open(int limit) {
            Budget budget = Budget.builder().resource("slots", limit).build();
            return BoundedExecutor.builder(1_000)
                    .budget(budget, Demand.of("slots", 1))
                    .build();
        }
    },
    WORKERS {
        @Override
        public ExecutorService open(int limit) {
            return BoundedExecutor.builder(limit)
                    .scheduler(SHARED)
                    .onWorkers(true)
                    .build();
        }
    };

    private static final Scheduler SHARED = Scheduler.builder()
            .name("shared")
            .workers(4)
            .uncaughtExceptionHandler((thread, thrown) -> {})
            .build();
}
