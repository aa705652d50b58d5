package dev.ropewalk.sim.time;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that happens once, at a moment of virtual time. */
public final class Event implements Comparable<Event> {
    final EventQueue queue;
    private final long due;
    private final long number;
    private @Nullable Runnable action;

    Event(EventQueue queue, long due, long number, Runnable action) {
        this.queue = queue;
        this.due = due;
        this.number = number;
        this.action = action;
    }

    /** Returns when it happens, in nanoseconds. */
    public long due() {
        return due;
    }

    /** Returns whether it hasn't happened and wasn't cancelled. */
    public boolean isWaiting() {
        return action != null;
    }

    /** Keeps this from happening; returns false if it has happened or was cancelled before. */
    public boolean cancel() {
        if (action == null) {
            return false;
        }
        action = null;
        queue.noteCancelled();
        return true;
    }

    /** Makes it happen. */
    void happen() {
        Runnable now = Objects.requireNonNull(action);
        action = null;
        now.run();
    }

    /** Orders by time, and what is due at the same moment by the order in which it was entered. */
    @Override
    public int compareTo(Event other) {
        int order = Long.compare(due, other.due);
        return order == 0 ? Long.compare(number, other.number) : order;
    }
}
