package dev.ropewalk.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a room: one of all parked threads, one of whoever waits for the end, one for each of the first {@value
 * #MAX_EXECUTORS} executors whose publications wait, and a common one for those of all others. So the work for a place doesn't
 * grow with the number of executors. Guarded by the lock of the room.
 *
 * <p>While somebody stands in the common line, executors without a line of their own go there, too: so no publication stands in front of
 * an older one of its executor. An executor's line is forgotten when nobody stands in it, and what was granted there: at worst one more is
 * woken for a place.
 */
final class RoomLines {
    /** Stands for all parked threads. */
    static final Object THREADS = new Object();

    /** Stands for whoever waits for the end of the pipeline. */
    static final Object END = new Object();

    /** How many executors have lines of their own at a time. */
    static final int MAX_EXECUTORS = 16;

    /** How many lines are always there. */
    private static final int FIXED = 3;

    private final RoomLine common = new RoomLine(new Object());
    private final List<RoomLine> all = new ArrayList<>(FIXED + MAX_EXECUTORS);

    RoomLines() {
        all.add(new RoomLine(THREADS));
        all.add(new RoomLine(END));
        all.add(common);
    }

    /** Returns the line for a new wait of an executor, or of those above. */
    @SuppressWarnings("ReferenceEquality") // an executor is the same object
    RoomLine of(Object owner) {
        for (RoomLine line : all) {
            if (line.owner == owner) {
                return line;
            }
        }
        if (all.size() == FIXED + MAX_EXECUTORS || common.first() != null) {
            return common;
        }
        var line = new RoomLine(owner);
        all.add(line);
        return line;
    }

    /**
     * Chooses from all lines, by turns.
     *
     * @param idle whether a line is woken that would like more places to be free
     */
    void choose(boolean idle, long claimed, long consumed, int capacity, RoomCalls calls) {
        for (RoomLine line : all) {
            line.takesPart = idle || line.wish(claimed, capacity) <= consumed;
        }
        for (RoomLine line = earliest(); line != null; line = earliest()) {
            line.takesPart = line.chooseFirst(claimed, consumed, capacity, calls, null);
        }
    }

    /** Takes all out, by turns; to be woken. */
    void takeAll(RoomCalls calls) {
        for (RoomLine line : all) {
            line.takesPart = true;
        }
        for (RoomLine line = earliest(); line != null; line = earliest()) {
            line.takeFirst(calls);
        }
        all.subList(FIXED, all.size()).clear();
    }

    /** Returns the line that takes part whose head came first. */
    private @Nullable RoomLine earliest() {
        RoomLine earliest = null;
        RoomWait head = null;
        for (RoomLine line : all) {
            RoomWait first = line.takesPart ? line.first() : null;
            if (first != null && (head == null || first.isBefore(head))) {
                earliest = line;
                head = first;
            }
        }
        return earliest;
    }

    /** Forgets lines in which nobody stands; returns up to where stages must be for a line to be woken while they go on. */
    long tidyAndWish(long claimed, int capacity) {
        long lowest = Sequence.NOWHERE;
        for (int index = all.size() - 1; index >= 0; index--) {
            RoomLine line = all.get(index);
            if (line.first() != null) {
                lowest = Math.min(lowest, line.wish(claimed, capacity));
            } else if (index >= FIXED) {
                all.remove(index);
            }
        }
        return lowest;
    }
}
