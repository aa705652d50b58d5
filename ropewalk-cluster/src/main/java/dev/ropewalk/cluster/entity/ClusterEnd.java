package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.cell.BlockingRun;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.cluster.ClusterCloseReport;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.FutureWait;
import dev.ropewalk.scheduler.park.FutureWaits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/** The end of a cluster, which comes once: whoever closes it first ends it, and the others wait for that. */
public final class ClusterEnd {
    private static final long PARENTS_NANOS = 1_000_000_000;

    private final Scheduler scheduler;
    private final CompletableFuture<ClusterCloseReport> report = new CompletableFuture<>();
    private final FutureWaits reportWaits = new FutureWaits(report);
    private boolean hasBegun;

    public ClusterEnd(ActorSystem system) {
        this.scheduler = system.scheduler();
    }

    /**
     * Ends a cluster, or waits until it has ended.
     *
     * @param cluster what errors call it
     * @param end ends it within so many nanoseconds
     */
    public ClusterCloseReport close(Object cluster, Duration timeout, LongFunction<ClusterCloseReport> end) {
        long nanos = Durations.timeoutNanos(Objects.requireNonNull(timeout, "timeout"));
        refuseActors("close() of " + cluster);
        refuseTasks("close() of " + cluster);
        if (!begin()) {
            Uninterruptibly.await(() -> {
                boolean ignored = reportWaits.await("the end of " + cluster, Durations.FOREVER);
            });
            return report.join();
        }
        try {
            ClusterCloseReport ended = end.apply(nanos);
            report.complete(ended);
            return ended;
        } catch (Throwable thrown) {
            report.completeExceptionally(thrown); // others wait for this
            throw thrown;
        }
    }

    /** Refuses a caller that an entity may have to wait for, as a child of it for instance. */
    public void refuseActors(String what) {
        if (scheduler.currentStrand().isPresent() || BlockingRun.isCurrentOn(scheduler)) {
            throw new IllegalStateException(what + " was called by an actor in " + Thread.currentThread()
                    + ", which may be one that it waits for");
        }
    }

    /** Refuses a task of the scheduler, such as a callback in the strand of a channel, which has to do its part of the end. In a simulation threads can't be told from tasks. */
    private void refuseTasks(String what) {
        boolean isTask = !Thread.currentThread().isVirtual()
                && dev.ropewalk.scheduler.step.Steps.simulatedScheduler() == null
                && Scheduler.current().filter(scheduler::equals).isPresent();
        if (isTask) {
            throw new IllegalStateException(what + " was called by " + Thread.currentThread()
                    + ", a task of the scheduler of its actor system, which may be one that it waits for");
        }
    }

    private synchronized boolean begin() {
        boolean first = !hasBegun;
        hasBegun = true;
        return first;
    }

    /** Returns whether somebody ends the cluster, or has. */
    public synchronized boolean hasBegun() {
        return hasBegun;
    }

    /**
     * Waits until the parents of entities that have all ended have stopped, too, a second at most: the next cluster of the system may host their types then.
     *
     * @param begun when the end began
     * @param nanos how long it may take
     */
    public void awaitParents(List<CompletableFuture<Void>> stops, Object cluster, long begun, long nanos) {
        long left = Math.min(PARENTS_NANOS, nanos - (scheduler.nanoTime() - begun));
        if (left > 0 && !stops.isEmpty()) {
            await(CompletableFuture.allOf(stops.toArray(CompletableFuture<?>[]::new)), cluster, left);
        }
    }

    /** Waits for a part of the end, whoever interrupts that. */
    public void await(CompletableFuture<?> ended, Object cluster, long nanos) {
        long begun = scheduler.nanoTime();
        Uninterruptibly.await(() -> {
            long left = nanos == Durations.FOREVER ? nanos : nanos - (scheduler.nanoTime() - begun);
            boolean ignored = FutureWait.await(ended, "the end of " + cluster, left);
        });
    }
}
