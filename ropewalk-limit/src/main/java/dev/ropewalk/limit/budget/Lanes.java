package dev.ropewalk.limit.budget;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All requests that wait in a budget, in a lane for each set of resources. Guarded by the budget's lock.
 *
 * <p>One of a lane can't be met while one before it in the same lane waits: that one is short of something they both need. So
 * the search for the next request to be met looks at the first of each lane only, however many wait behind them.
 */
final class Lanes {
    private final List<Lane> lanes = new ArrayList<>();
    private long needed;
    private int size;

    int size() {
        return size;
    }

    /** Returns the set of all resources that requests wait for, a bit for each. */
    long needed() {
        return needed;
    }

    List<Lane> all() {
        return lanes;
    }

    /** Adds a request; returns whether it is the first of its lane. */
    boolean add(PendingRequest pending) {
        laneOf(pending.request.mask).add(pending);
        size++;
        return pending.index == 0;
    }

    private Lane laneOf(long mask) {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).mask == mask) {
                return lanes.get(i);
            }
        }
        var lane = new Lane(mask);
        lanes.add(lane);
        needed |= mask;
        return lane;
    }

    /** Removes a request that is there, if it is; returns whether it was the first of its lane. */
    boolean remove(PendingRequest pending) {
        if (pending.index < 0) {
            return false;
        }
        boolean first = pending.index == 0;
        Lane lane = laneOf(pending.request.mask);
        lane.remove(pending);
        size--;
        if (lane.size() == 0) {
            lanes.remove(lane);
            needed = 0;
            for (int i = 0; i < lanes.size(); i++) {
                needed |= lanes.get(i).mask;
            }
        }
        return first;
    }

    /** Returns the first of all that need none of a set of resources, or null. */
    @Nullable
    PendingRequest firstWithout(long closed) {
        PendingRequest first = null;
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if ((lane.mask & closed) == 0 && (first == null || lane.first().isBefore(first))) {
                first = lane.first();
            }
        }
        return first;
    }
}
