package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.Backlog;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What the parts of a simulated scheduler share: whether it takes work, and what it has still to do. */
final class SchedulerState {
    private final String name;
    private final int workers;
    private final UserCode userCode;
    private final @Nullable WorldNotes notes;
    private final Set<ArmedTimer> timers = new LinkedHashSet<>();
    private final Set<SimulatedStrand> unstarted = new LinkedHashSet<>();
    private boolean closed;
    private int tasks;

    /**
     * Creates the state of a scheduler that is open.
     *
     * @param workers how many workers it says it has
     * @param notes is told where work waits, if anything wants to know
     */
    SchedulerState(String name, int workers, UserCode userCode, @Nullable WorldNotes notes) {
        this.name = name;
        this.workers = workers;
        this.userCode = userCode;
        this.notes = notes;
    }

    String name() {
        return name;
    }

    int workers() {
        return workers;
    }

    /** Returns what runs the tasks. */
    UserCode userCode() {
        return userCode;
    }

    /** Notes that one more waits somewhere, sent by the clock or by the calling party. */
    void noteGrown(Backlog backlog, boolean byClock) {
        if (notes != null) {
            notes.grown(backlog, byClock);
        }
    }

    boolean isOpen() {
        return !closed;
    }

    void close() {
        closed = true;
    }

    void refuseIfClosed() {
        if (closed) {
            throw new RejectedExecutionException("scheduler " + name + " is closed");
        }
    }

    void noteTaskSubmitted() {
        tasks++;
    }

    void noteTaskEnded() {
        tasks--;
    }

    /** Returns how many tasks were submitted and haven't ended. */
    int tasks() {
        return tasks;
    }

    /** Returns the strands that have work but weren't started, in the order in which they got the first. */
    Set<SimulatedStrand> unstarted() {
        return unstarted;
    }

    /** Returns the timers that are armed, in the order in which they were. */
    Set<ArmedTimer> timers() {
        return timers;
    }
}
