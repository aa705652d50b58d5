package dev.ropewalk.scheduler.park;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
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

    /**
     * Submits a run, and says so if it never comes because the scheduler has ended. It comes once at most, and not if this throws: even if the
     * executor throws though it has queued the run, or makes it twice.
     */
    public void submit(Runnable steps, Consumer<Throwable> refuse) {
        var run = new Run(steps, refuse);
        try {
            executor.execute(run);
        } catch (Throwable thrown) {
            if (run.take() || run.hasThrown(thrown)) {
                throw thrown;
            }
        }
    }

    /**
     * Has a signal come after some time, for a source that can only look again. It comes in any thread, and must be quick. If the
     * scheduler ends it comes before its time.
     *
     * @return what cancels it, as far as that is possible
     */
    public Runnable signalAfter(long nanos, Runnable signal) {
        Scheduler timing = executor instanceof Strand strand ? strand.scheduler() : Steps.simulatedScheduler();
        if (timing == null) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(signal);
            return () -> {};
        }
        return signalAfter(timing, nanos, signal);
    }

    /**
     * As {@link #signalAfter(long, Runnable)}, for a time that is part of what the user wants: it is that of the scheduler which the user has given,
     * whose timers may wait for a test.
     */
    public Runnable signalAfter(Scheduler timing, long nanos, Runnable signal) {
        Strand home = executor instanceof Strand strand ? strand : timing.newStrand();
        return timing.schedule(home, new Alarm(signal), Duration.ofNanos(nanos))::cancel;
    }

    private record Alarm(Runnable signal) implements Abandonable {
        @Override
        public void run() {
            signal.run();
        }

        @Override
        public void abandon() {
            signal.run();
        }
    }

    /** A run that is made once. Why: whoever makes it, or says that it never comes, has taken it by a compare-and-set before. */
    static final class Run implements Abandonable {
        private static final VarHandle TAKEN = VarHandles.of(MethodHandles.lookup(), "taken", boolean.class);

        private final Runnable steps;
        private final Consumer<Throwable> refuse;

        @SuppressWarnings("UnusedVariable") // accessed through TAKEN
        private volatile boolean taken;

        /** What the steps have thrown, as far as the thread can see that submits this: it asks for what was thrown within its call. */
        private @Nullable Throwable thrown;

        Run(Runnable steps, Consumer<Throwable> refuse) {
            this.steps = steps;
            this.refuse = refuse;
        }

        boolean take() {
            return TAKEN.compareAndSet(this, false, true);
        }

        @SuppressWarnings("ReferenceEquality") // what was thrown is the same object
        boolean hasThrown(Throwable candidate) {
            return thrown == candidate;
        }

        @Override
        public void run() {
            if (!take()) {
                return;
            }
            try {
                steps.run();
            } catch (Throwable failure) {
                thrown = failure;
                throw failure;
            }
        }

        @Override
        public void abandon() {
            if (take()) {
                refuse.accept(new RejectedExecutionException("the scheduler of a flow was closed"));
            }
        }
    }
}
