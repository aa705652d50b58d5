package dev.ropewalk.scheduler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link SerialStrand} needs of its scheduler. A class, since the JVM calls the only one of its kind directly. */
abstract class StrandHost {
    final Mishaps mishaps = new Mishaps();

    /** Queues a strand that has become ready. */
    abstract void enqueue(SerialStrand strand);

    /** Queues a strand whose task is to run whatever has become of the workers. */
    void enqueueAlways(SerialStrand strand) {
        enqueue(strand);
    }

    boolean isOpen() {
        return true;
    }

    /** Throws if no new work is accepted. */
    abstract void refuseIfClosed();

    /** Returns the worker that the calling thread is, or null. */
    abstract @Nullable Worker currentWorker();

    /** Returns the strand that the calling code is part of, or null. */
    @Nullable
    SerialStrand currentOfCaller() {
        Worker worker = currentWorker();
        return worker == null ? null : worker.current();
    }

    abstract Scheduler scheduler();

    /** Returns the thread that runs a strand at this moment, as far as this host knows. */
    Optional<Thread> runnerOf(SerialStrand strand) {
        return Optional.empty();
    }
}
