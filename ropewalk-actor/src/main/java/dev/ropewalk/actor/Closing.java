package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of a system.
 *
 * <p>How it knows that nothing is left to do: it looks at all actors twice. An actor that was idle when the first look left
 * it and idle when the second reached it, with the same number of turns, has not run in between; hence at one moment between
 * the looks none ran. A message on its way is always in the mailbox of some actor, or waits for room there, and that actor
 * isn't idle then. Only what actors do by themselves is seen so: timers and foreign threads may still send.
 */
final class Closing {
    private static final long SHORTEST_PAUSE_NANOS = 20_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000;
    private static final long GRACE_NANOS = 500_000_000;
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final int MOST_NAMED = 10;

    private final ActorSystem system;
    private final Cell<?> root;
    private final AtomicReference<@Nullable CompletableFuture<ActorCloseReport>> closed = new AtomicReference<>();

    private final CountDownLatch ended = new CountDownLatch(1);

    Closing(ActorSystem system, Cell<?> root) {
        this.system = system;
        this.root = root;
    }

    /** Returns whether the end has begun. */
    boolean hasBegun() {
        return closed.get() != null;
    }

    ActorCloseReport close(Duration timeout) {
        refuseIfInside("close()");
        try {
            return system.scheduler().blocking(() -> closeOnce(timeout));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until there is a report; returns false if the time is up first. */
    boolean await(Duration timeout) throws InterruptedException {
        refuseIfInside("awaitTermination()");
        if (!timeout.isPositive()) {
            return ended.getCount() == 0;
        }
        try {
            return system.scheduler().blocking(() -> ended.await(Nanos.of(timeout), TimeUnit.NANOSECONDS));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Refuses a caller that the end would have to wait for, before anything has been stopped. */
    private void refuseIfInside(String method) {
        Cell<?> caller = system.currentCell();
        if (caller != null) {
            throw new IllegalStateException(
                    method + " was called by the actor " + caller.path() + ", which would wait for itself");
        }
        boolean isOwnTask = system.ownsScheduler()
                && Scheduler.current().filter(system.scheduler()::equals).isPresent();
        if (isOwnTask) {
            throw new IllegalStateException(method + " of " + system + " was called by " + Thread.currentThread()
                    + ", a task of the system's own scheduler, which would wait for itself");
        }
    }

    private ActorCloseReport closeOnce(Duration timeout) {
        var mine = new CompletableFuture<ActorCloseReport>();
        CompletableFuture<ActorCloseReport> first = closed.compareAndExchange(null, mine);
        if (first != null) {
            return first.join();
        }
        try {
            mine.complete(closeNow(timeout));
        } catch (Throwable thrown) {
            mine.completeExceptionally(thrown);
            throw thrown;
        } finally {
            ended.countDown();
            system.questions().close(); // last: callbacks may want the report
        }
        return mine.join();
    }

    private ActorCloseReport closeNow(Duration timeout) {
        Scheduler scheduler = system.scheduler();
        long start = scheduler.nanoTime();
        long deadline = start + Math.max(0, Nanos.of(timeout));
        root.brood().close();
        List<ActorSnapshot> unfinished = awaitQuiet(start, deadline) ? List.of() : unfinished();
        root.order(new Control.Stop());
        long giveUp = Math.max(deadline, scheduler.nanoTime() + GRACE_NANOS);
        List<ActorSnapshot> stuck = await(root::isStopped, giveUp) ? List.of() : living().toList();
        if (!stuck.isEmpty()) {
            releaseWaiters();
        }
        if (system.ownsScheduler()) {
            scheduler.close(Duration.ofNanos(Math.max(0, giveUp - scheduler.nanoTime())));
        }
        system.deadLetters().flush();
        return new ActorCloseReport(unfinished, stuck);
    }

    /** Waits until nobody has anything to do; whoever makes that last is named. */
    private boolean awaitQuiet(long start, long deadline) {
        long patience = start + PATIENCE_NANOS;
        if (deadline - patience <= 0) {
            return await(this::isQuiet, deadline);
        }
        if (await(this::isQuiet, patience)) {
            return true;
        }
        Duration left = Duration.ofNanos(deadline - patience);
        String busy = unfinished().stream()
                .limit(MOST_NAMED)
                .map(actor -> actor.path() + " (" + actor.state() + ", " + actor.waiting() + " waiting)")
                .collect(Collectors.joining(", "));
        system.log(
                Level.WARNING,
                "closing " + system + " waits for actors that have something to do, at most for another " + left + ": "
                        + busy);
        return await(this::isQuiet, deadline);
    }

    private boolean isQuiet() {
        long turns = turnsIfIdle();
        return turns >= 0 && turns == turnsIfIdle();
    }

    /** Nobody is to wait for ever for room in the mailbox of an actor that never comes back. */
    private void releaseWaiters() {
        var left = new ArrayDeque<Cell<?>>();
        for (Cell<?> cell = root; cell != null; cell = left.poll()) {
            cell.closeIntake();
            left.addAll(cell.childList());
        }
    }

    private boolean await(BooleanSupplier condition, long deadline) {
        long pause = SHORTEST_PAUSE_NANOS;
        boolean interrupted = false;
        boolean met = condition.getAsBoolean();
        while (!met && system.scheduler().nanoTime() - deadline < 0) {
            interrupted |= Thread.interrupted();
            system.scheduler().parkNanos(this, pause);
            pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
            met = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return met;
    }

    /** Returns the turns of all actors together, or -1 if one has something to do. */
    private long turnsIfIdle() {
        long turns = 0;
        var left = new ArrayDeque<Cell<?>>();
        left.add(root);
        while (!left.isEmpty()) {
            Cell<?> cell = left.poll();
            if (!cell.isIdle()) {
                return -1;
            }
            turns += Integer.toUnsignedLong(cell.turns());
            left.addAll(cell.childList());
            if (!cell.isIdle()) {
                return -1;
            }
        }
        return turns;
    }

    private List<ActorSnapshot> unfinished() {
        return living().filter(actor -> actor.state() != ActorSnapshot.State.IDLE)
                .toList();
    }

    private Stream<ActorSnapshot> living() {
        return Snapshots.of(root).all().skip(1);
    }
}
