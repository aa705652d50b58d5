package dev.ropewalk.scheduler;

import org.jspecify.annotations.Nullable;

/** What a {@link SerialStrand} needs of its scheduler. A class, since the JVM calls the only one of its kind directly. */
abstract class StrandHost {
    /** Queues a strand that has become ready. */
    abstract void enqueue(SerialStrand strand);

    /** Throws if no new work is accepted. */
    abstract void refuseIfClosed();

    /** Returns the worker that the calling thread is, or null. */
    abstract @Nullable Worker currentWorker();

    abstract Scheduler scheduler();
}
