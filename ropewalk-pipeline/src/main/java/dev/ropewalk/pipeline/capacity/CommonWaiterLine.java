package dev.ropewalk.pipeline.capacity;

import java.util.IdentityHashMap;

/** A line of several executors, which knows how many they are. Guarded by the lock of the room. */
final class CommonWaiterLine extends WaiterLine {
    /** How many waits each executor has here. Nothing is allocated to take one out. */
    private final IdentityHashMap<Object, int[]> waits = new IdentityHashMap<>();

    CommonWaiterLine() {
        super(new Object());
    }

    /** Returns how many executors have waits here. */
    int executors() {
        return waits.size();
    }

    @Override
    void add(CapacityWaiter wait) {
        waits.computeIfAbsent(wait.line, _ -> new int[1])[0]++;
        super.add(wait);
    }

    @Override
    void remove(CapacityWaiter wait) {
        super.remove(wait);
        int[] count = waits.get(wait.line);
        if (count != null && --count[0] == 0) {
            waits.remove(wait.line);
        }
    }
}
