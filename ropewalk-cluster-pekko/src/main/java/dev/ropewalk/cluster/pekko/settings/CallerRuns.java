package dev.ropewalk.cluster.pekko.settings;

import com.typesafe.config.Config;
import dev.ropewalk.base.Failures;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the executor of a dispatcher of Pekko that has no threads: who sends to an actor runs it. It is for the actor that hands frames on to a strand: that the thread which has read a frame does
 * so itself saves a hand-over to another thread.
 */
public final class CallerRuns extends ExecutorServiceConfigurator {
    /** Called by Pekko. */
    public CallerRuns(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
        return CallersExecutor::new;
    }

    /**
     * Runs tasks in the threads that bring them. A task that a running task brings comes after that one, so that the stack doesn't grow. After many of
     * them another thread goes on.
     */
    static final class CallersExecutor extends AbstractExecutorService {
        private static final ThreadLocal<@Nullable ArrayDeque<Runnable>> WAITING = new ThreadLocal<>();

        /** How many tasks the thread runs that has brought the first; more would keep it from its own work for too long. */
        static final int MAX_TASKS = 64;

        private volatile boolean isShutdown;

        @Override
        public void execute(Runnable task) {
            ArrayDeque<Runnable> later = WAITING.get();
            if (later == null) {
                runAll(task, new ArrayDeque<>(), MAX_TASKS);
            } else {
                later.add(task);
            }
        }

        /** Runs a task and those that it brings, even if one of them throws. */
        private static void runAll(Runnable first, ArrayDeque<Runnable> later, int max) {
            Throwable failure = null;
            WAITING.set(later);
            try {
                int count = 0;
                for (Runnable next = first; next != null; next = later.poll()) {
                    if (count++ == max && handOn(next, later)) {
                        break;
                    }
                    try {
                        next.run();
                    } catch (Throwable thrown) {
                        failure = failure == null ? thrown : failure;
                    }
                }
            } finally {
                WAITING.remove();
            }
            if (failure != null) {
                throw Failures.unchecked(failure);
            }
        }

        /** Has another thread run the rest, which takes no turn from a connection. Without memory for one it stays here: late beats never. */
        private static boolean handOn(Runnable first, ArrayDeque<Runnable> later) {
            try {
                var ignored = Thread.ofVirtual().start(() -> runAll(first, later, Integer.MAX_VALUE));
                return true;
            } catch (OutOfMemoryError noMemory) {
                return false;
            }
        }

        /** Tasks that come later are run as well: they are the last ones of actors that end. */
        @Override
        public void shutdown() {
            isShutdown = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return isShutdown;
        }

        @Override
        public boolean isTerminated() {
            return isShutdown;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return isShutdown;
        }
    }
}
