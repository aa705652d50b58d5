package dev.ropewalk.scheduler.strand;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link SerialStrand} needs of its scheduler. A class, since the JVM calls the only one of its kind directly. */
public abstract class StrandHost {
    public final Mishaps mishaps = new Mishaps();

    /** Queues a strand that has become ready. */
    protected abstract void enqueue(SerialStrand strand);

    /** Queues a strand whose task is to run whatever has become of the workers. */
    protected void enqueueAlways(SerialStrand strand) {
        enqueue(strand);
    }

    protected boolean isOpen() {
        return true;
    }

    /** Throws if no new work is accepted. */
    protected abstract void refuseIfClosed();

    /** Returns the worker that the calling thread is, or null. */
    protected abstract @Nullable Worker currentWorker();

    /** Returns the strand that the calling code is part of, or null. */
    protected @Nullable SerialStrand currentOfCaller() {
        Worker worker = currentWorker();
        return worker == null ? null : worker.current();
    }

    protected abstract Scheduler scheduler();

    /** Returns the thread that runs a strand at this moment, as far as this host knows. */
    protected Optional<Thread> runnerOf(SerialStrand strand) {
        return Optional.empty();
    }
}
