package dev.ropewalk.sim;

import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.thread.Halt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a campaign, begun and joined in the order of their numbers by any number of threads. Thread-safe.
 *
 * <p>Why the result doesn't depend on the number of threads or on their speed. Seed and strategy of a run follow from its number,
 * and so does what it knows, see {@link Search#needed}. Results are joined in the order of the numbers, up to the first that has
 * failed, so nothing counts that comes after it. A run begins when all before it have begun; so when one has failed, all before it
 * are under way or have ended, and are waited for. Those after it are stopped.
 *
 * <p>Runs side by side share a JVM, and so what is static in it. One that fails there may do so because of another: a lock that they
 * share is left by a thread of the other world, for instance. So it is repeated {@linkplain #awaitAlone alone}, and what it does then
 * counts: that is what it would do in a campaign of one thread. If it doesn't fail alone, all that was stopped goes on.
 */
final class RunQueue {
    /** A run that may begin. */
    record Begun(long number, Attempt attempt) {}

    private static final long NONE = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SimulationOptions options;
    private final Search search;
    private final CampaignTally tally;
    private final Halt halt;

    /** Those that were ended from outside, and have no result. */
    private final Set<Long> halted = new HashSet<>();

    private final Map<Long, FinishedRun> finished = new HashMap<>();
    private final SortedMap<Long, Throwable> broken = new TreeMap<>();

    /** Those that have failed beside others and aren't judged, and those that are broken. */
    private final SortedSet<Long> suspects = new TreeSet<>();

    /** Those that were stopped and wait for a verdict. */
    private final SortedSet<Long> stopped = new TreeSet<>();

    private long begun;
    private long joined;
    private int underWay;
    private long longest;
    private @Nullable CampaignEnd end;
    private @Nullable FinishedRun failed;
    private @Nullable Throwable thrown;

    /** The smallest of the suspects; runs of higher numbers are to stop. */
    private volatile long suspect = NONE;

    /** Makes the queue of a campaign that begins no run after it was halted. */
    RunQueue(SimulationOptions options, Search search, CampaignTally tally, Halt halt) {
        this.options = options;
        this.search = search;
        this.tally = tally;
        this.halt = halt;
    }

    /** Begins the next run, as soon as it may; returns null if there are no more. */
    @Nullable
    Begun begin(CampaignWorker worker) {
        lock.lock();
        try {
            while (!isOver() && (!suspects.isEmpty() || (begun < options.runs() && search.needed(begun) > joined))) {
                await(worker);
            }
            if (isOver()) {
                return null;
            }
            Attempt attempt = null;
            if (begun >= options.runs()) {
                end = CampaignEnd.RUNS_DONE;
            } else if (halt.look() != null) {
                end = halt.isInterrupted() ? CampaignEnd.INTERRUPTED : CampaignEnd.TIME_UP;
            } else {
                attempt = search.next(options.seed(), begun);
                if (attempt == null) {
                    end = search.isDone() ? CampaignEnd.EXHAUSTED : CampaignEnd.TRUNCATED;
                }
            }
            changed.signalAll();
            if (attempt == null) {
                return null;
            }
            underWay++;
            return new Begun(begun++, attempt);
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver() {
        return end != null || failed != null || thrown != null;
    }

    private boolean hasFailed() {
        return failed != null || thrown != null;
    }

    @SuppressWarnings("WaitNotInLoop") // the callers have the loops
    private void await(CampaignWorker worker) {
        worker.setWaiting(true);
        changed.awaitUninterruptibly();
        worker.setWaiting(false);
    }

    /** Returns whether a run is to stop because one before it has failed. Cheap: asked before each step. */
    boolean isStopped(long number) {
        return suspect < number;
    }

    /**
     * Waits until it is known whether a run that was stopped counts, since no run before it has failed; returns whether it does, and is
     * to be made again.
     */
    boolean awaitVerdict(long number, CampaignWorker worker) {
        lock.lock();
        try {
            underWay--;
            stopped.add(number);
            changed.signalAll();
            while (!hasFailed() && isStopped(number)) {
                await(worker);
            }
            stopped.remove(number);
            underWay++;
            changed.signalAll();
            return !hasFailed();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a run that has failed can be repeated without others beside it; returns false if one before it has failed. */
    boolean awaitAlone(long number, CampaignWorker worker) {
        lock.lock();
        try {
            underWay--;
            suspect(number);
            while (!hasFailed() && (underWay > 0 || isStopped(number) || isStoppedBefore(number))) {
                await(worker);
            }
            underWay++;
            return !hasFailed();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a run before this one is about to be made again. */
    private boolean isStoppedBefore(long number) {
        return !stopped.isEmpty() && stopped.first() < number;
    }

    private void suspect(long number) {
        suspects.add(number);
        suspect = suspects.first();
        changed.signalAll();
    }

    /** A run has ended, and its result counts. */
    void end(FinishedRun run) {
        lock.lock();
        try {
            underWay--;
            suspects.remove(run.number());
            suspect = suspects.isEmpty() ? NONE : suspects.first();
            finished.put(run.number(), run);
            join();
        } finally {
            lock.unlock();
        }
    }

    /** A run has no result: something was thrown that is no failure of its own, or it holds its world up. */
    void end(long number, Throwable why) {
        lock.lock();
        try {
            underWay--;
            broken.put(number, why);
            suspect(number);
            join();
        } finally {
            lock.unlock();
        }
    }

    /** A campaign can't go on, for a reason that is no run's. */
    void fail(Throwable why) {
        lock.lock();
        try {
            thrown = hasFailed() ? thrown : why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A run was ended from outside, and so the campaign is at its end. Those that were begun later and have failed count. */
    void leave(long number, HaltedException why) {
        lock.lock();
        try {
            underWay--;
            suspects.remove(number);
            suspect = suspects.isEmpty() ? NONE : suspects.first();
            halted.add(number);
            longest = Math.max(longest, why.steps());
            if (end != CampaignEnd.INTERRUPTED) {
                end = why.reason() == Halt.Reason.TIME_UP ? CampaignEnd.TIME_UP : CampaignEnd.INTERRUPTED;
            }
            join();
        } finally {
            lock.unlock();
        }
    }

    private void join() {
        while (!hasFailed()) {
            if (halted.remove(joined)) {
                joined++;
                continue;
            }
            FinishedRun next = finished.remove(joined);
            if (next == null) {
                thrown = broken.get(joined);
                break;
            }
            joined++;
            next.attempt().end(next.result().isWhole());
            try {
                tally.add(next);
            } catch (IllegalArgumentException e) {
                thrown = e;
            }
            failed = next.result().hasFailed() ? next : null;
        }
        changed.signalAll();
    }

    /** Returns why there are no more runs, after all have ended. */
    CampaignEnd end() {
        lock.lock();
        try {
            return hasFailed() || end == null ? CampaignEnd.FAILED : end;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the run that has failed, if any. */
    @Nullable
    FinishedRun failed() {
        lock.lock();
        try {
            return failed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what a run has thrown that has no result, if any; it is the run after those that were joined. */
    @Nullable
    Throwable thrown() {
        lock.lock();
        try {
            return thrown;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many steps the longest run had taken that was ended from outside. */
    long longest() {
        lock.lock();
        try {
            return longest;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many runs were joined. */
    long joined() {
        lock.lock();
        try {
            return joined;
        } finally {
            lock.unlock();
        }
    }
}
