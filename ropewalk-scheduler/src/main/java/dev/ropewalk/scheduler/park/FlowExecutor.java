package dev.ropewalk.scheduler.park;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What runs one end of a flow, for the modules above. A scheduler gives it a strand of its own, so that it has a home. Where the user has
 * given none it is the scheduler on which the calling code runs, or else the JDK's common pool.
 */
public final class FlowExecutor {
    private final Executor executor;

    /** Chooses the executor. */
    public FlowExecutor(@Nullable Executor given) {
        Executor chosen = given == null ? byDefault() : given;
        this.executor = chosen instanceof Scheduler scheduler ? scheduler.newStrand() : chosen;
    }

    private static Executor byDefault() {
        Scheduler scheduler = Unscheduled.orSimulated(Scheduler.current().orElse(null));
        return scheduler == null ? ForkJoinPool.commonPool() : scheduler;
    }

    /** Submits a run, and says so if it never comes because the scheduler has ended. */
    public void submit(Runnable run, Consumer<Throwable> refuse) {
        executor.execute(new Run(run, refuse));
    }

    private record Run(Runnable steps, Consumer<Throwable> refuse) implements Abandonable {
        @Override
        public void run() {
            steps.run();
        }

        @Override
        public void abandon() {
            refuse.accept(new RejectedExecutionException("the scheduler of a flow was closed"));
        }
    }
}
