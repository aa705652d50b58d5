package dev.ropewalk.pipeline;

import org.jspecify.annotations.Nullable;

/** A line of those who wait for room, by their turns. It allocates nothing. Guarded by the lock of the room. */
final class RoomLine {
    private @Nullable RoomWait first;
    private @Nullable RoomWait last;
    private int length;

    /** The highest sequence that was granted to somebody of this line, as if nobody else claimed. */
    private long granted = Sequence.BEFORE_FIRST;

    @Nullable
    RoomWait first() {
        return first;
    }

    int length() {
        return length;
    }

    void add(RoomWait wait) {
        RoomWait next = last == null || last.turn < wait.turn ? null : first;
        while (next != null && next.turn < wait.turn) {
            next = next.behind;
        }
        put(wait, next == null ? last : next.before, next);
        length++;
    }

    private void put(RoomWait wait, @Nullable RoomWait before, @Nullable RoomWait behind) {
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

    void remove(RoomWait wait) {
        RoomWait before = wait.before;
        RoomWait behind = wait.behind;
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
        length--;
    }

    /** Returns up to where stages must be for the line to be woken while they go on; {@link Sequence#NOWHERE} if it is empty. */
    long wish(long claimed, int capacity) {
        RoomWait wait = first;
        return wait == null
                ? Sequence.NOWHERE
                : wait.threshold(taken(claimed), Math.max(wait.size, capacity / 2), capacity);
    }

    /** Takes out all in front for whom there is room, and grants it to them; to be woken, except for one. */
    @SuppressWarnings("ReferenceEquality") // waits have no other equality
    void choose(long claimed, long consumed, int capacity, RoomCalls calls, @Nullable RoomWait except) {
        for (RoomWait wait = first; wait != null; wait = first) {
            long taken = taken(claimed);
            if (wait.threshold(taken, wait.size, capacity) > consumed) {
                return;
            }
            granted = taken + wait.size;
            remove(wait);
            wait.state = RoomWait.State.CHOSEN;
            if (wait != except) {
                calls.add(wait);
            }
        }
    }

    /** Takes back what was granted to one who doesn't claim. */
    void takeBack(RoomWait wait) {
        granted -= wait.size;
    }

    /** Returns up to which sequence places are claimed, or are to be by those of this line who were chosen. */
    private long taken(long claimed) {
        return Math.max(granted, claimed);
    }
}
