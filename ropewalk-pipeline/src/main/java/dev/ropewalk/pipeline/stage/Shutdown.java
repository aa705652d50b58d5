package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.lifecycle.Leftovers;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.FutureWait;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a pipeline, or one of its stages, is brought to its end. */
public final class Shutdown<E> {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.pipeline", Shutdown.class);
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** How long handlers that were interrupted have to return. */
    private static final long GRACE_NANOS = 200_000_000;

    private final PipelineContext<E> context;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<PipelineCloseReport> report = new CompletableFuture<>();

    /** The thread that brings the pipeline to its end, for which the others wait. */
    private volatile @Nullable Thread closer;

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
        checkMayAwaitTheEnd();
        long nanos = Parking.nanos(timeout);
        try {
            return blocking(() -> begun.compareAndSet(false, true) ? endAndTell(nanos) : awaitReport());
        } catch (InterruptedException e) {
            throw new AssertionError("closing takes no interrupt", e);
        }
    }

    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        checkMayAwaitTheEnd();
        long nanos = Parking.nanos(timeout);
        return await(context.lifecycle().terminated(), nanos);
    }

    /** Throws if the end that the calling code would wait for waits for it. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    private void checkMayAwaitTheEnd() {
        context.checkNotWithin("the end");
        if (closer == Thread.currentThread()) {
            throw new IllegalStateException("the thread that closes the pipeline " + context.name()
                    + " would wait for itself: it runs what was to go on when there is room, or none any more");
        }
    }

    private PipelineCloseReport awaitReport() {
        Uninterruptibly.await(() -> {
            boolean ignored = await(report, Parking.FOREVER);
        });
        return report.join();
    }

    /** Threads that wait for the report are told of an error, too: of memory, of the stack. */
    private PipelineCloseReport endAndTell(long nanos) {
        closer = Thread.currentThread();
        try {
            PipelineCloseReport result = end(nanos);
            report.complete(result);
            return result;
        } catch (Throwable broken) {
            report.completeExceptionally(broken);
            throw broken;
        } finally {
            closer = null;
        }
    }

    private PipelineCloseReport end(long nanos) {
        Deadline deadline = Deadline.after(nanos);
        boolean ignored = context.lifecycle().beginClosing();
        context.waiters().wakeAll();
        context.stages().tellEndWatches();
        long last = context.sequencer().lastClaimed();
        boolean interrupted = drain(last, deadline);
        context.lifecycle().end();
        context.waiters().wakeAll();
        context.stages().halt();
        interrupted |= awaitEnd(context.stages().runners().toList(), interrupted ? Deadline.after(0) : deadline);
        context.endIfOver();
        PipelineCloseReport result = report(last);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    /** Waits until all stages are done with what was claimed; returns whether an interrupt put an end to that. */
    private boolean drain(long last, Deadline deadline) {
        var wait = new CapacityWaiter.End(last, Thread.currentThread());
        if (!context.waiters().enter(wait)) {
            return false;
        }
        boolean interrupted = false;
        var pause = new StallPause(Runner.STALL_NANOS);
        while (!wait.isWoken() && !context.lifecycle().hasEnded() && !interrupted) {
            long left = deadline.left();
            if (left <= 0) {
                break;
            }
            Parking.park(this, Math.min(left, pause.nextNanos()));
            boolean ignored = context.producers().abortClaimsOfTheDead();
            interrupted = Thread.interrupted();
        }
        context.waiters().leave(wait);
        return interrupted;
    }

    /** Waits until halted runners have ended, and interrupts them when the time is up; returns whether it was interrupted. */
    private boolean awaitEnd(List<Runner<E>> runners, Deadline deadline) {
        CompletableFuture<Void> ends = ends(runners);
        boolean interrupted = Thread.interrupted();
        if (!interrupted) {
            try {
                if (await(ends, deadline.left())) {
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

    private boolean await(CompletableFuture<?> end, long nanos) throws InterruptedException {
        return FutureWait.await(end, "the end of the pipeline " + context.name(), nanos);
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
            throw new IllegalStateException(
                    "stage " + name + " is a poller's or a subscriber's: close the poller, or cancel, instead");
        }
        if (stage.isCurrent()) {
            throw new IllegalStateException("the handler of stage " + name + " would wait for itself to be removed");
        }
        stage.runners().forEach(Runner::halt);
        boolean ignored = FutureWait.await(
                ends(stage.runners()), "the end of the stage " + name + " of " + context.name(), Parking.FOREVER);
        return unlink(stage);
    }

    /** Takes a stage out that doesn't run; returns whether it was there. */
    boolean unlink(RunningStage<E> stage) {
        return context.stages().unlink(stage, context);
    }

    @Override
    public String toString() {
        return "the end of the pipeline " + context.name();
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
