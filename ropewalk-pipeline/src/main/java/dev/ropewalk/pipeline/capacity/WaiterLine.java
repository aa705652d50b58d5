package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.pipeline.sequence.Sequence;
import org.jspecify.annotations.Nullable;

/** A line of waits for room, by their turns. It allocates nothing. Guarded by the lock of the {@link CapacityWaiters}. */
class WaiterLine {
    /** Whose line it is. */
    final Object owner;

    /** Whether it is looked at in the choice that is being made. */
    boolean takesPart;

    private @Nullable CapacityWaiter first;
    private @Nullable CapacityWaiter last;

    /** The last that came with an old turn, or one before it: those that come back do so in about their order. */
    private @Nullable CapacityWaiter back;

    private int length;

    /** The highest sequence that was granted to a waiter of this line, as if no other claimed. */
    private long granted = Sequence.BEFORE_FIRST;

    WaiterLine(Object owner) {
        this.owner = owner;
    }

    @Nullable
    final CapacityWaiter first() {
        return first;
    }

    final int length() {
        return length;
    }

    void add(CapacityWaiter wait) {
        CapacityWaiter before = last == null || last.isBefore(wait) ? last : back;
        while (before != null && wait.isBefore(before)) {
            before = before.before;
        }
        CapacityWaiter behind = before == null ? first : before.behind;
        while (behind != null && behind.isBefore(wait)) {
            before = behind;
            behind = behind.behind;
        }
        put(wait, before, behind);
        if (behind != null) {
            back = wait;
        }
        length++;
    }

    private void put(CapacityWaiter wait, @Nullable CapacityWaiter before, @Nullable CapacityWaiter behind) {
        wait.before = before;
        wait.behind = behind;
        if (before == null) {
            first = wait;
        } else {
            before.behind = wait;
        }
        if (behind == null) {
            last = wait;
        } else {
            behind.before = wait;
        }
    }

    /** Takes a wait out. It keeps no link: an executor that keeps it would keep all that stood here later. */
    @SuppressWarnings("ReferenceEquality") // waits have no other equality
    void remove(CapacityWaiter wait) {
        CapacityWaiter before = wait.before;
        CapacityWaiter behind = wait.behind;
        if (back == wait) {
            back = before;
        }
        if (before == null) {
            first = behind;
        } else {
            before.behind = behind;
        }
        if (behind == null) {
            last = before;
        } else {
            behind.before = before;
        }
        wait.before = null;
        wait.behind = null;
        length--;
    }

    /** Returns up to where stages must be for the line to be woken while they go on; {@link Sequence#NOWHERE} if it is empty. */
    final long wish(long claimed, int capacity) {
        CapacityWaiter wait = first;
        return wait == null
                ? Sequence.NOWHERE
                : wait.threshold(taken(claimed), Math.max(wait.size, capacity / 2), capacity);
    }

    /** Takes the head out if there is room for it, and grants it to it; to be woken, except for one. Returns whether it did. */
    @SuppressWarnings("ReferenceEquality") // waits have no other equality
    final boolean chooseFirst(
            long claimed, long consumed, int capacity, WakeUps calls, @Nullable CapacityWaiter except) {
        CapacityWaiter wait = first;
        if (wait == null) {
            return false;
        }
        long taken = taken(claimed);
        if (wait.threshold(taken, wait.size, capacity) > consumed) {
            return false;
        }
        granted = taken + wait.size;
        remove(wait);
        wait.state = CapacityWaiter.State.CHOSEN;
        if (wait != except) {
            calls.add(wait);
        }
        return true;
    }

    /** Returns whether no wait stands here, and none that did is still to claim. */
    final boolean isOver(long claimed) {
        return first == null && granted <= claimed;
    }

    /** Takes the head out, if there is one; to be woken. */
    final void takeFirst(WakeUps calls) {
        CapacityWaiter wait = first;
        if (wait != null && wait.stopStanding()) {
            calls.add(wait);
        }
    }

    /** Takes back what was granted to a waiter that doesn't claim. */
    final void takeBack(CapacityWaiter wait) {
        granted -= wait.size;
    }

    /** Returns up to which sequence places are claimed, or are to be by the chosen waiters of this line. */
    private long taken(long claimed) {
        return Math.max(granted, claimed);
    }
}
