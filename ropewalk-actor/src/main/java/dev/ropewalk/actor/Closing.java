package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
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

    private final ActorSystem system;
    private final Cell<?> root;
    private final AtomicReference<@Nullable CompletableFuture<ActorCloseReport>> closed = new AtomicReference<>();

    Closing(ActorSystem system, Cell<?> root) {
        this.system = system;
        this.root = root;
    }

    ActorCloseReport close(Duration timeout) {
        Cell<?> caller = system.currentCell();
        if (caller != null) {
            throw new IllegalStateException(
                    "close() was called by the actor " + caller.path() + ", which would wait for itself");
        }
        if (system.timerStrand().isCurrent()) {
            throw new IllegalStateException("close() was called by a timer of the system, which would wait for itself");
        }
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
            system.questions().close(); // last: callbacks may want the report
        }
        return mine.join();
    }

    private ActorCloseReport closeNow(Duration timeout) {
        Scheduler scheduler = system.scheduler();
        long deadline = scheduler.nanoTime() + Math.max(0, Nanos.of(timeout));
        root.brood().close();
        List<ActorSnapshot> unfinished = await(this::isQuiet, deadline) ? List.of() : unfinished();
        CompletableFuture<Void> stopped = system.whenStopped(root);
        root.order(new Control.Stop());
        long giveUp = Math.max(deadline, scheduler.nanoTime() + GRACE_NANOS);
        List<ActorSnapshot> stuck = await(stopped::isDone, giveUp) ? List.of() : living().toList();
        if (!stuck.isEmpty()) {
            releaseWaiters();
        }
        if (system.ownsScheduler()) {
            scheduler.close(Duration.ofNanos(Math.max(0, giveUp - scheduler.nanoTime())));
        }
        system.deadLetters().flush();
        return new ActorCloseReport(unfinished, stuck);
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
