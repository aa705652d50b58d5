package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.pipeline.sequence.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of {@link CapacityWaiters}: one of all parked threads, one of threads that wait for the end, one for each of the
 * first {@value #MAX_EXECUTORS} executors whose publications wait, and a common one for those of all others. So the work for a
 * place doesn't grow with the number of executors. Guarded by the lock of the {@link CapacityWaiters}.
 *
 * <p>While a publication stands in the common line, executors without a line of their own go there, too: so no publication stands
 * in front of an older one of its executor. An executor's line is forgotten when no publication stands in it, and none that did
 * is still to claim.
 *
 * <p>An executor that never claims what was granted to it may hold the common line up. So that line is dissolved as soon as each
 * executor in it can have one of its own: none is held up by others if at most {@value #MAX_EXECUTORS} wait. Lines whose places
 * are still to be claimed aren't free: so looks for the same place again and again don't wake more and more. They become free by
 * a claim, which a stage passes and looks, or by a waiter that leaves and looks. The common line of more executors stays, or each
 * place would wake one of each.
 */
final class WaiterLines {
    /** Stands for all parked threads. */
    static final Object THREADS = new Object();

    /** Stands for threads that wait for the end of the pipeline. */
    static final Object END = new Object();

    /** How many executors have lines of their own at a time. */
    static final int MAX_EXECUTORS = 16;

    /** How many lines are always there. */
    private static final int FIXED = 3;

    private final CommonWaiterLine common = new CommonWaiterLine();
    private final List<WaiterLine> all = new ArrayList<>(FIXED + MAX_EXECUTORS);

    WaiterLines() {
        all.add(new WaiterLine(THREADS));
        all.add(new WaiterLine(END));
        all.add(common);
    }

    /** Returns the line for a wait that begins. */
    WaiterLine of(CapacityWaiter wait) {
        WaiterLine own = ownOf(wait);
        return own != null ? own : common.first() == null && free() > 0 ? add(wait) : common;
    }

    @SuppressWarnings("ReferenceEquality") // an executor is the same object
    private @Nullable WaiterLine ownOf(CapacityWaiter wait) {
        for (WaiterLine line : all) {
            if (line.owner == wait.line) {
                return line;
            }
        }
        return null;
    }

    /** Returns how many executors more can have lines of their own. */
    private int free() {
        return FIXED + MAX_EXECUTORS - all.size();
    }

    /** Adds a line of its own for the executor of a wait. */
    private WaiterLine add(CapacityWaiter wait) {
        var line = new WaiterLine(wait.line);
        all.add(line);
        return line;
    }

    /**
     * Chooses from all lines, by turns.
     *
     * @param idle whether a line is woken that would like more places to be free
     */
    void choose(boolean idle, long claimed, long consumed, int capacity, WakeUps calls) {
        forget(claimed);
        dissolveCommon();
        for (WaiterLine line : all) {
            line.takesPart = idle || line.wish(claimed, capacity) <= consumed;
        }
        chooseByTurns(claimed, consumed, capacity, calls, null);
    }

    /** Chooses from one line, and from those that the common one is dissolved into; those chosen are to be woken, except for one. */
    @SuppressWarnings("ReferenceEquality") // lines have no other equality
    void chooseFrom(
            WaiterLine only,
            long claimed,
            long consumed,
            int capacity,
            WakeUps calls,
            @Nullable CapacityWaiter except) {
        forget(claimed);
        for (WaiterLine line : all) {
            line.takesPart = line == only;
        }
        dissolveCommon();
        chooseByTurns(claimed, consumed, capacity, calls, except);
    }

    private void chooseByTurns(
            long claimed, long consumed, int capacity, WakeUps calls, @Nullable CapacityWaiter except) {
        for (WaiterLine line = earliest(); line != null; line = earliest()) {
            line.takesPart = line.chooseFirst(claimed, consumed, capacity, calls, except);
        }
    }

    /** Gives each executor of the common line one of its own, which takes part in the choice, if there are enough. */
    private void dissolveCommon() {
        if (common.executors() > free()) {
            return;
        }
        for (CapacityWaiter head = common.first(); head != null; head = common.first()) {
            WaiterLine own = ownOf(head);
            if (own == null) {
                own = add(head);
                own.takesPart = true;
            }
            head.movesTo(own);
        }
    }

    /** Takes all out, by turns; to be woken. */
    void takeAll(WakeUps calls) {
        for (WaiterLine line : all) {
            line.takesPart = true;
        }
        for (WaiterLine line = earliest(); line != null; line = earliest()) {
            line.takeFirst(calls);
        }
        all.subList(FIXED, all.size()).clear();
    }

    /** Returns the line that takes part whose head came first. */
    private @Nullable WaiterLine earliest() {
        WaiterLine earliest = null;
        CapacityWaiter head = null;
        for (WaiterLine line : all) {
            CapacityWaiter first = line.takesPart ? line.first() : null;
            if (first != null && (head == null || first.isBefore(head))) {
                earliest = line;
                head = first;
            }
        }
        return earliest;
    }

    /** Forgets lines that are over; returns up to where stages must be for a line to be woken while they go on. */
    long tidyAndWish(long claimed, int capacity) {
        forget(claimed);
        long lowest = Sequence.NOWHERE;
        for (WaiterLine line : all) {
            lowest = Math.min(lowest, line.wish(claimed, capacity));
        }
        return lowest;
    }

    private void forget(long claimed) {
        for (int index = all.size() - 1; index >= FIXED; index--) {
            if (all.get(index).isOver(claimed)) {
                all.remove(index);
            }
        }
    }
}
