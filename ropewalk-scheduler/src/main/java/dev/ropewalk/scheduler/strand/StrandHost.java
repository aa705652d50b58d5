package dev.ropewalk.scheduler.strand;

import dev.ropewalk.scheduler.Scheduler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What strands and virtual threads need of their scheduler. A class, since the JVM calls the only one of its kind directly. A
 * host that carries no virtual threads leaves out the methods for them.
 */
public abstract class StrandHost {
    public final Mishaps mishaps = new Mishaps();

    /** Queues a strand that has become ready. */
    protected abstract void enqueue(SerialStrand strand);

    /** Queues a strand whose task is to run whatever has become of the workers. */
    protected void enqueueAlways(SerialStrand strand) {
        enqueue(strand);
    }

    /** Returns the home of the next virtual thread. */
    protected Home nextHomeOfThread() {
        throw carriesNoThreads();
    }

    /** Queues a virtual thread that can go on; {@code self} is the calling worker, if any. */
    protected void enqueue(VirtualThreadTask thread, @Nullable Home self) {
        throw carriesNoThreads();
    }

    /** Queues a virtual thread that yields at the calling worker. */
    protected void enqueueLast(VirtualThreadTask thread, Home self) {
        throw carriesNoThreads();
    }

    /** Queues the continuation of a virtual thread without a home, even if no new work is accepted. */
    protected void execute(VirtualThreadTask.ChildContinuation continuation) {
        throw carriesNoThreads();
    }

    private UnsupportedOperationException carriesNoThreads() {
        return new UnsupportedOperationException(getClass().getName() + " carries no virtual threads");
    }

    protected boolean isOpen() {
        return true;
    }

    /** Throws if no new work is accepted. */
    protected abstract void refuseIfClosed();

    /** Returns the worker that the calling thread is, or null. */
    protected abstract @Nullable Home currentWorker();

    /** Returns the strand that the calling code is part of, or null. */
    protected @Nullable SerialStrand currentOfCaller() {
        Home worker = currentWorker();
        return worker == null ? null : worker.current();
    }

    protected abstract Scheduler scheduler();

    /** Returns the thread that runs a strand at this moment, as far as this host knows. */
    protected Optional<Thread> runnerOf(SerialStrand strand) {
        return Optional.empty();
    }
}
