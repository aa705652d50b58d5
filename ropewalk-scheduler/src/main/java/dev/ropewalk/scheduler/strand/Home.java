package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.event.MoveEvent;
import org.jspecify.annotations.Nullable;

/**
 * A worker as the strands and virtual threads see it that live there: its number, its counters, and what it runs. A class
 * and not an interface, so that what is read on each run is a field of the object and no call that the JVM must look up.
 */
public abstract class Home {
    /** What this worker has counted; only its own thread writes. */
    public final WorkerCounters stats = new WorkerCounters();

    /** The strand that runs here. Written by the worker's thread; another thread that reads it gets a guess. */
    protected @Nullable SerialStrand current;

    /** The virtual thread that is mounted here or was unmounted a moment ago. For the worker's thread alone. */
    protected @Nullable VirtualThreadTask carried;

    private final int id;
    private final boolean spare;

    protected Home(int id, boolean spare) {
        this.id = id;
        this.spare = spare;
    }

    /** Returns the number of this worker within its scheduler, which a spare one has, too. */
    public final int id() {
        return id;
    }

    /** Returns whether this worker only takes the place of others. */
    public final boolean isSpare() {
        return spare;
    }

    /** Returns whether strands may have their home here. */
    public final boolean hasHomes() {
        return !spare;
    }

    /** Counts something that has got its home here. For the worker's own thread. */
    public final void countMove() {
        stats.rehomed();
        if (FlightRecorderState.isUsed()) {
            recordMove();
        }
    }

    private void recordMove() {
        try {
            MoveEvent.record(id);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    /** Returns the strand that runs here, if any; a guess for any but the worker's own thread. */
    public final @Nullable SerialStrand current() {
        return current;
    }

    /** Returns the virtual thread that is mounted here or was unmounted a moment ago. */
    final @Nullable VirtualThreadTask carried() {
        return carried;
    }
}
