package dev.ropewalk.actor.cell;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The messages that came while an actor could not handle them, or that were put back, in the order in which they are due. */
final class HeldMessages {
    private static final int MAX_KEPT = 64;

    private ArrayDeque<Object> held = new ArrayDeque<>(0);
    private int mostHeld;

    /** How many messages are held; any thread may read it. */
    private volatile int count;

    void add(Object message) {
        held.addLast(message);
        noteCount();
    }

    void addFirst(Object message) {
        held.addFirst(message);
        noteCount();
    }

    /** Takes the message that is due, null if there is none. The memory of a long jam isn't kept. */
    @Nullable
    Object poll() {
        Object first = held.poll();
        noteCount();
        if (held.isEmpty() && mostHeld > MAX_KEPT) {
            held = new ArrayDeque<>(0);
            mostHeld = 0;
        }
        return first;
    }

    private void noteCount() {
        count = held.size();
        mostHeld = Math.max(mostHeld, count);
    }

    int count() {
        return count;
    }
}
