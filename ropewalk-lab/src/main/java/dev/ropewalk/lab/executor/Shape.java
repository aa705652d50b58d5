package dev.ropewalk.lab.executor;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/** Where tasks come from. Each shape runs a number of tasks and returns how many it has seen run. */
enum Shape {
    /** One thread outside the pool submits all. */
    OUTSIDE {
        @Override
        long run(Executor executor, int tasks) {
            var counter = new TaskCounter();
            submit(executor, counter, tasks);
            return await(counter, tasks);
        }
    },
    /** One task inside the pool submits all. */
    INSIDE {
        @Override
        long run(Executor executor, int tasks) {
            var counter = new TaskCounter();
            executor.execute(() -> submit(executor, counter, tasks));
            return await(counter, tasks);
        }
    },
    /** Each task submits two more, down to the leaves of a full binary tree. */
    RECURSION {
        @Override
        long run(Executor executor, int tasks) throws InterruptedException {
            var done = new CountDownLatch(1);
            long[] leaves = new long[1];
            executor.execute(TreeTask.root(executor, depth(tasks), count -> {
                leaves[0] = count;
                done.countDown();
            }));
            done.await();
            return 2 * leaves[0] - 1;
        }

        @Override
        int actualTasks(int tasks) {
            return (2 << depth(tasks)) - 1;
        }

        // The depth of the largest full tree that has no more tasks than given.
        private int depth(int tasks) {
            return Integer.SIZE - 2 - Integer.numberOfLeadingZeros(tasks + 1);
        }
    };

    /** Between two looks at the counter: rare enough to take next to nothing from the pool's threads. */
    private static final long LOOK_NANOS = 200_000;

    abstract long run(Executor executor, int tasks) throws InterruptedException;

    /** Returns how many tasks this shape runs when asked for a number. */
    int actualTasks(int tasks) {
        return tasks;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Shape of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Shape::label).toList();
    }

    private static void submit(Executor executor, TaskCounter counter, int tasks) {
        Runnable task = counter::increment;
        for (int k = 0; k < tasks; k++) {
            executor.execute(task);
        }
    }

    private static long await(TaskCounter counter, int tasks) {
        long seen = counter.sum();
        while (seen < tasks) {
            LockSupport.parkNanos(counter, LOOK_NANOS);
            seen = counter.sum();
        }
        return seen;
    }
}
