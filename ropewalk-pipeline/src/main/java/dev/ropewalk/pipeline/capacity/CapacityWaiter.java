package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.scheduler.park.Parking;
import org.jspecify.annotations.Nullable;

/** A wait for room, or for the end, of one try: it begins once and is woken once at most. */
public abstract class CapacityWaiter {
    /** What has become of a wait. */
    enum State {
        /** It has yet to begin, or stands in its line. */
        WAITING,
        /** Its places were granted: it is woken, and claims them or leaves. */
        CHOSEN,
        /** It waits no more, and nothing is granted to it. */
        OVER
    }

    /** The key of this wait's line: waits with the same key share one. */
    final Object line;

    /** How many places it is for. */
    public final int size;

    /** Its turn, {@link #NONE} until it has one. A wait that follows an overtaken wait keeps its turn. */
    public long turn;

    /** How many stood in its line when it began, with it. */
    public int position;

    /** Guarded by the lock of the room, as all that follows. */
    State state = State.WAITING;

    private @Nullable WaiterLine standing;

    /** For the waits to be woken when this one is left, if there is no memory for another then. */
    final WakeUps spare = new WakeUps();

    @Nullable
    CapacityWaiter before;

    @Nullable
    CapacityWaiter behind;

    /** The next of the waits that are to be woken. */
    @Nullable
    CapacityWaiter nextWoken;

    public static final long NONE = -1;

    /**
     * Makes a wait.
     *
     * @param line the key of its line: waits with the same key hold up nothing but each other if they are woken and don't claim
     * @param size how many places it is for
     * @param turn {@link #NONE}, or that of the wait that it follows
     */
    protected CapacityWaiter(Object line, int size, long turn) {
        this.line = line;
        this.size = size;
        this.turn = turn;
    }

    /** Takes its place in a line. */
    void standsIn(WaiterLine its) {
        its.add(this);
        standing = its;
        position = its.length();
    }

    /** Goes to another line, with its turn. */
    void movesTo(WaiterLine other) {
        if (standing != null) {
            standing.remove(this);
        }
        other.add(this);
        standing = other;
    }

    /** Leaves its line, if it stands there; returns whether it did, at the head. */
    @SuppressWarnings("ReferenceEquality") // waits have no other equality
    boolean stopStanding() {
        WaiterLine its = standing;
        if (its == null || state != State.WAITING) {
            return false;
        }
        boolean wasFirst = its.first() == this;
        its.remove(this);
        state = State.OVER;
        return wasFirst;
    }

    /** Leaves its line, or gives back what was granted to it; returns the line if that may be enough for others there. */
    @Nullable
    WaiterLine giveUp() {
        WaiterLine its = standing;
        if (its != null && state == State.CHOSEN) {
            its.takeBack(this);
            state = State.OVER;
            return its;
        }
        return stopStanding() ? its : null;
    }

    /** Returns whether this has an earlier turn than another. */
    boolean isBefore(CapacityWaiter other) {
        return turn < other.turn;
    }

    /**
     * Returns up to where stages must be for this wait to be over.
     *
     * @param taken the highest sequence that is claimed or granted
     * @param places how many it would like to be free, not fewer than its size
     * @param capacity the ring's
     */
    long threshold(long taken, int places, int capacity) {
        return taken + places - capacity;
    }

    /** Called without the lock, by a thread that may be in the middle of waking others. Throws nothing. */
    protected abstract void wake();

    /** A thread that parks while it waits. */
    public static final class Parked extends CapacityWaiter {
        private final Thread thread;
        private volatile boolean woken;

        public Parked(int size, long turn, Thread thread) {
            super(WaiterLines.THREADS, size, turn);
            this.thread = thread;
        }

        public boolean isWoken() {
            return woken;
        }

        @Override
        protected void wake() {
            woken = true;
            Parking.unpark(thread);
        }
    }

    /** A thread that parks until the stages have come to a sequence. */
    public static final class End extends CapacityWaiter {
        private final long sequence;
        private final Thread thread;
        private volatile boolean woken;

        public End(long sequence, Thread thread) {
            super(WaiterLines.END, 0, NONE);
            this.sequence = sequence;
            this.thread = thread;
        }

        public boolean isWoken() {
            return woken;
        }

        @Override
        long threshold(long taken, int places, int capacity) {
            return sequence;
        }

        @Override
        protected void wake() {
            woken = true;
            Parking.unpark(thread);
        }
    }
}
