package dev.ropewalk.sim.thread;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The waits of a campaign's code that are not to be interrupted when a world has ended, because the code didn't stop any more after
 * such an interrupt in another run. For one thread.
 */
final class StubbornWaits {
    private final Set<List<StackTraceElement>> stacks = new HashSet<>();

    /** Notes where a thread waits. */
    void add(Thread thread) {
        stacks.add(List.of(thread.getStackTrace()));
    }

    /** Returns whether a thread waits at such a place. */
    boolean isAmong(Thread thread) {
        return !stacks.isEmpty() && stacks.contains(List.of(thread.getStackTrace()));
    }
}
