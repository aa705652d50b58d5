package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.cell.BeingMade;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.Leftovers;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.park.FutureWaits;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Unscheduled;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of a system.
 *
 * <p>A system whose scheduler ends first has nothing left to run on, and is closed by that. What the scheduler had accepted is
 * handled before, if there is time; then all actors stop as in any other close, since system messages are never refused: the JDK's common
 * pool carries them out when the workers have left. So every message is handled or a dead letter, and every wait and future
 * ends. The scheduler tells of its end by a timer that is never due: it abandons that after all else.
 *
 * <p>How it knows that nothing is left to do: it looks at all actors twice. An actor that was idle when the first look left
 * it and idle when the second reached it, with the same number of turns, has not run in between; hence at one moment between
 * the looks none ran. A message on its way is always in the mailbox of some actor, or waits for room there, and that actor
 * isn't idle then; or it is among the {@link Leftovers}, which must be settled, too. Only what actors do by themselves is seen so: timers and foreign threads may still send.
 */
final class Shutdown {
    private static final long MIN_PAUSE_NANOS = 20_000;
    private static final long MAX_PAUSE_NANOS = 2_000_000;
    private static final long MAX_SIMULATED_PAUSE_NANOS = 100_000_000;
    private static final long GRACE_NANOS = 500_000_000;
    private static final long PATIENCE_NANOS = 1_000_000_000;
    private static final int MAX_NAMED = 10;
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final LocalActorSystem system;
    private final Cell<?> root;
    private final AtomicReference<@Nullable CompletableFuture<ActorCloseReport>> closed = new AtomicReference<>();

    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final FutureWaits waits = new FutureWaits(ended);

    private final Inventory.Entry<ActorSystem> entry;
    private volatile boolean schedulerEnded;
    private volatile @Nullable Timer watch;

    Shutdown(LocalActorSystem system, Cell<?> root) {
        this.system = system;
        this.root = root;
        this.entry = LocalActorSystem.LIVE.place(system.name(), system);
    }

    /** Returns the system's place among those of this JVM, which it leaves at its end. */
    Inventory.Entry<ActorSystem> entry() {
        return entry;
    }

    /** Returns whether the end has begun. */
    boolean hasBegun() {
        return closed.get() != null;
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    /** Returns what completes when the system has ended. */
    CompletableFuture<@Nullable Void> termination() {
        return ended.copy();
    }

    /** Returns whether the scheduler has ended before the system. */
    boolean isSchedulerEnded() {
        return schedulerEnded;
    }

    /** Sees to it that the system ends with its scheduler. */
    void watchScheduler() {
        try {
            watch = system.scheduler().schedule(system.timerStrand(), new SchedulerWatch(), FOREVER);
        } catch (RejectedExecutionException closed) {
            endWithScheduler();
        }
    }

    private final class SchedulerWatch implements Abandonable {
        @Override
        public void run() {}

        @Override
        public void abandon() {
            endWithScheduler();
        }
    }

    /**
     * Closes the system, unless another thread has begun to, in a thread of its own: the thread that closes the scheduler doesn't wait, and no
     * code of users can be in the way, but the JVM lives until it is done.
     */
    private void endWithScheduler() {
        schedulerEnded = true;
        Steps.noteClosed(system);
        if (hasBegun()) {
            return;
        }
        try {
            Unscheduled.newPlatformThread(system.name() + "-shutdown", this::closeAndLog)
                    .start();
        } catch (OutOfMemoryError noThread) {
            closeAndLog();
        }
    }

    private void closeAndLog() {
        ActorCloseReport report = closeOnce(Duration.ZERO);
        if (!report.isComplete()) {
            system.log(Level.WARNING, system + " was closed by the end of its scheduler with work left: " + report);
        }
    }

    ActorCloseReport close(Duration timeout) {
        refuseIfInside("close()");
        refuseIfTold("close()");
        Steps.before(StepKind.CLOSE, system);
        Steps.noteClosed(system);
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
        Steps.before(StepKind.ACCESS, system);
        if (!timeout.isPositive()) {
            return ended.isDone();
        }
        refuseIfTold("awaitTermination()");
        try {
            return system.scheduler().blocking(() -> awaitEnd(Parking.nanos(timeout)));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean awaitEnd(long nanos) throws InterruptedException {
        return waits.await("the end of " + system, nanos);
    }

    /** Refuses a caller that the end would have to wait for, before anything has been stopped. */
    private void refuseIfInside(String method) {
        Cell<?> caller = system.currentCell();
        if (caller != null) {
            throw new IllegalStateException(
                    method + " was called by the actor " + caller.path() + ", which would wait for itself");
        }
        Cell<?> made = BeingMade.of(system);
        if (made != null) {
            throw new IllegalStateException(
                    method + " was called by the factory of the actor " + made.path() + ", for which it would wait");
        }
        boolean isOwnTask = system.ownsScheduler()
                && Scheduler.current().filter(system.scheduler()::equals).isPresent();
        if (isOwnTask) {
            throw new IllegalStateException(method + " of " + system + " was called by " + Thread.currentThread()
                    + ", a task of the system's own scheduler, which would wait for itself");
        }
    }

    /** Refuses a caller that the scheduler, closing, is telling: what the scheduler leaves over is only told, and settled, after it. */
    private void refuseIfTold(String method) {
        if (system.scheduler().isTellingCaller()) {
            throw new IllegalStateException(method + " of " + system + " was called by code that "
                    + Thread.currentThread().getName()
                    + " tells what the system's scheduler has abandoned: it would wait for itself");
        }
    }

    private ActorCloseReport closeOnce(Duration timeout) {
        var mine = new CompletableFuture<ActorCloseReport>();
        CompletableFuture<ActorCloseReport> first = closed.compareAndExchange(null, mine);
        if (first != null) {
            Uninterruptibly.await(() -> awaitEnd(Parking.FOREVER));
            return first.join();
        }
        try {
            mine.complete(closeNow(timeout));
        } catch (Throwable thrown) {
            mine.completeExceptionally(thrown);
            throw thrown;
        } finally {
            endWatch();
            ended.complete(null);
            system.pendingAsks().close(); // behind the end: callbacks may want the report
            entry.leave();
        }
        return mine.join();
    }

    private void endWatch() {
        Timer timer = watch;
        if (timer != null) {
            timer.cancel();
        }
    }

    private ActorCloseReport closeNow(Duration timeout) {
        Scheduler scheduler = system.scheduler();
        Leftovers leftovers = system.leftovers();
        leftovers.begin();
        long start = scheduler.nanoTime();
        long deadline = start + Math.max(0, Durations.delayNanos(timeout));
        root.ensureChildren().close();
        boolean quiet = awaitQuiet(start, deadline) && leftovers.isNothingLost();
        List<ActorSnapshot> unfinished = quiet ? List.of() : unfinished();
        root.sendSystem(new SystemMessage.Stop());
        long giveUp = Math.max(deadline, scheduler.nanoTime() + GRACE_NANOS);
        List<ActorSnapshot> stuck = await(root::isStopped, giveUp) ? List.of() : living().toList();
        if (!stuck.isEmpty()) {
            releaseWaiters();
        }
        if (system.ownsScheduler()) {
            scheduler.close(Duration.ofNanos(Math.max(0, giveUp - scheduler.nanoTime())));
        }
        boolean ignored =
                await(leftovers::areSettled, giveUp); // they count as dead letters, if their owners are told in time
        system.endLogs();
        return new ActorCloseReport(unfinished, stuck, leftovers.letters());
    }

    /**
     * Waits until no actor has anything to do, the subscribers that want to know what was dropped included. They are told once: what their own
     * mailboxes drop of that would else be told to them in turn, for ever.
     */
    private boolean awaitQuiet(long start, long deadline) {
        boolean quiet = awaitQuietAndName(start, deadline);
        boolean isInTime = system.scheduler().nanoTime() - deadline < 0;
        if (quiet && isInTime && tellDrops()) {
            return awaitQuietUntil(deadline);
        }
        return quiet;
    }

    /** Tells what mailboxes have dropped; returns whether there was anything to tell. */
    private boolean tellDrops() {
        return cells().filter(Cell::tellDrops).count() > 0;
    }

    /** Waits until no actor has anything to do; the actors that make that last are named. */
    private boolean awaitQuietAndName(long start, long deadline) {
        long patience = start + PATIENCE_NANOS;
        if (deadline - patience <= 0) {
            return awaitQuietUntil(deadline);
        }
        if (awaitQuietUntil(patience)) {
            return true;
        }
        if (schedulerEnded) {
            return false;
        }
        Duration left = Duration.ofNanos(deadline - patience);
        String busy = unfinished().stream()
                .limit(MAX_NAMED)
                .map(actor -> actor.path() + " (" + actor.state() + ", " + actor.waiting() + " waiting)")
                .collect(Collectors.joining(", "));
        system.log(
                Level.WARNING,
                "closing " + system + " waits for actors that have something to do, at most for another " + left + ": "
                        + busy);
        return awaitQuietUntil(deadline);
    }

    /** Waits until no actor has anything to do; in vain if the scheduler has ended. */
    private boolean awaitQuietUntil(long deadline) {
        return await(() -> schedulerEnded || isQuiet(), deadline) && (!schedulerEnded || isQuiet());
    }

    private boolean isQuiet() {
        long turns = turnsIfIdle();
        return turns >= 0 && turns == turnsIfIdle();
    }

    /** Ends the waits for room in the mailboxes of actors that never come back. */
    private void releaseWaiters() {
        cells().forEach(Cell::closeMailbox);
    }

    /** Returns all living actors, parents before children. */
    private Stream<Cell<?>> cells() {
        List<Cell<?>> all = new ArrayList<>(List.of(root));
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).childCells());
        }
        return all.stream();
    }

    private boolean await(BooleanSupplier condition, long deadline) {
        long pause = MIN_PAUSE_NANOS;
        boolean interrupted = false;
        boolean met = condition.getAsBoolean();
        while (!met && system.scheduler().nanoTime() - deadline < 0) {
            interrupted |= Thread.interrupted();
            system.scheduler().parkNanos(this, pause);
            pause = longer(pause);
            met = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return met;
    }

    /** In a simulation time passes only when no thread can go on, so few looks find what many would. */
    private static long longer(long pause) {
        return Steps.simulatedScheduler() == null
                ? Math.min(MAX_PAUSE_NANOS, 2 * pause)
                : Math.min(MAX_SIMULATED_PAUSE_NANOS, 2 * pause);
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
            left.addAll(cell.childCells());
            if (!cell.isIdle()) {
                return -1;
            }
        }
        return system.leftovers().areSettled() ? turns : -1;
    }

    private List<ActorSnapshot> unfinished() {
        Set<String> losers =
                cells().filter(system.leftovers()::hasLost).map(Cell::path).collect(Collectors.toSet());
        return living().filter(actor -> actor.state() != ActorSnapshot.State.IDLE || losers.contains(actor.path()))
                .toList();
    }

    private Stream<ActorSnapshot> living() {
        return Snapshots.of(root).all().skip(1);
    }
}
