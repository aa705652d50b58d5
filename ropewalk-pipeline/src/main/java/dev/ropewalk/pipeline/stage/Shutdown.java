package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.lifecycle.Leftovers;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** How a pipeline, or one of its stages, is brought to its end. */
public final class Shutdown<E> {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.pipeline", Shutdown.class);
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** How long handlers that were interrupted have to return. */
    private static final long GRACE_NANOS = 200_000_000;

    private final PipelineContext<E> context;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<PipelineCloseReport> report = new CompletableFuture<>();

    public Shutdown(PipelineContext<E> context) {
        this.context = context;
    }

    public void closeOrWarn() {
        PipelineCloseReport abandoned = close(DEFAULT_TIMEOUT);
        if (!abandoned.isComplete()) {
            LOG.log(Level.WARNING, "the pipeline " + context.name() + " was closed with " + abandoned);
        }
    }

    public PipelineCloseReport close(Duration timeout) {
        context.stages().checkNotWithin("the end");
        long nanos = Parking.nanos(timeout);
        try {
            return blocking(() -> begun.compareAndSet(false, true) ? endAndTell(nanos) : report.join());
        } catch (InterruptedException e) {
            throw new AssertionError("closing takes no interrupt", e);
        }
    }

    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        context.stages().checkNotWithin("the end");
        long nanos = Parking.nanos(timeout);
        return blocking(() -> await(context.lifecycle().terminated(), nanos));
    }

    /** Threads that wait for the report are told of an error, too: of memory, of the stack. */
    private PipelineCloseReport endAndTell(long nanos) {
        try {
            PipelineCloseReport result = end(nanos);
            report.complete(result);
            return result;
        } catch (Throwable broken) {
            report.completeExceptionally(broken);
            throw broken;
        }
    }

    private PipelineCloseReport end(long nanos) {
        long deadline = Parking.now() + Math.min(nanos, Long.MAX_VALUE / 2);
        boolean ignored = context.lifecycle().beginClosing();
        context.waiters().wakeAll();
        long last = context.sequencer().lastClaimed();
        boolean interrupted = drain(last, deadline);
        context.lifecycle().end();
        context.waiters().wakeAll();
        context.stages().halt();
        interrupted |= awaitEnd(context.stages().runners().toList(), interrupted ? Parking.now() : deadline);
        context.endIfOver();
        PipelineCloseReport result = report(last);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    /** Waits until all stages are done with what was claimed; returns whether an interrupt put an end to that. */
    private boolean drain(long last, long deadline) {
        var wait = new CapacityWaiter.End(last, Thread.currentThread());
        if (!context.waiters().enter(wait)) {
            return false;
        }
        boolean interrupted = false;
        while (!wait.isWoken() && !context.lifecycle().hasEnded() && !interrupted) {
            long left = deadline - Parking.now();
            if (left <= 0) {
                break;
            }
            Parking.park(this, Math.min(left, Runner.STALL_NANOS));
            boolean ignored = context.producers().abortClaimsOfTheDead();
            interrupted = Thread.interrupted();
        }
        context.waiters().leave(wait);
        return interrupted;
    }

    /** Waits until halted runners have ended, and interrupts them when the time is up; returns whether it was interrupted. */
    private boolean awaitEnd(List<Runner<E>> runners, long deadline) {
        CompletableFuture<Void> ends = ends(runners);
        boolean interrupted = Thread.interrupted();
        if (!interrupted) {
            try {
                if (await(ends, Math.max(deadline - Parking.now(), 0))) {
                    return false;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        runners.stream().filter(runner -> !runner.ended().isDone()).forEach(Runner::interrupt);
        try {
            boolean ignored = await(ends, GRACE_NANOS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        return interrupted;
    }

    private static <E> CompletableFuture<Void> ends(List<Runner<E>> runners) {
        return CompletableFuture.allOf(runners.stream().map(Runner::ended).toArray(CompletableFuture[]::new));
    }

    private static boolean await(CompletableFuture<Void> ends, long nanos) throws InterruptedException {
        try {
            ends.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError("a runner's end has no other way", e);
        }
    }

    private PipelineCloseReport report(long last) {
        Stream<String> stuck = context.stages()
                .runners()
                .filter(runner -> !runner.ended().isDone())
                .map(runner -> runner.processor.name);
        Leftovers left = Leftovers.of(context.sequencer(), context.stages().left(), last);
        return new PipelineCloseReport(left.unhandled(), left.unpublished(), stuck.toList());
    }

    /** Ends one stage and takes it out; returns false if there is none of that name. */
    public boolean remove(String name) throws InterruptedException {
        RunningStage<E> stage = context.stages().find(name).orElse(null);
        if (stage == null) {
            return false;
        }
        if (stage.runners().isEmpty()) {
            throw new IllegalStateException("stage " + name + " is a poller's: close the poller instead");
        }
        if (stage.isCurrent()) {
            throw new IllegalStateException("the handler of stage " + name + " would wait for itself to be removed");
        }
        stage.runners().forEach(Runner::halt);
        return blocking(() -> {
            var ignored = ends(stage.runners()).get();
            return unlink(stage);
        });
    }

    /** Takes a stage out that doesn't run; returns whether it was there. */
    boolean unlink(RunningStage<E> stage) {
        Stages<E> stages = context.stages();
        stages.lock.lock();
        try {
            if (stages.find(stage.name()).orElse(null) != stage) {
                return false;
            }
            stages.takeOut(stage, context);
        } finally {
            stages.lock.unlock();
        }
        stage.signals.raise();
        context.stageIdle();
        return true;
    }

    /** Makes a call that may block, without keeping a worker from its work. */
    private static <T> T blocking(Callable<T> call) throws InterruptedException {
        Scheduler scheduler = Parking.schedulerOfWorker();
        try {
            return scheduler == null ? call.call() : scheduler.blocking(call);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("these calls throw nothing else", e);
        }
    }
}
