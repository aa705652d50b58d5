package dev.ropewalk.lab.blocking;

import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;

/** A library of channels, and threads that are cheap to block. In one JVM there is only one, so that calls stay direct. */
public interface BlockingLibrary extends AutoCloseable {
    /**
     * Returns a new channel.
     *
     * @param capacity of its buffer, 0 for rendezvous
     */
    <T> BlockingChannel<T> channel(int capacity);

    /**
     * Returns a select over the receives of some of this library's channels.
     *
     * @throws UnsupportedOperationException if the library has none
     */
    <T> Selection<T> select(List<BlockingChannel<T>> channels);

    /** Starts a virtual thread. */
    Thread start(Runnable process);

    /** Returns what the scheduler of Ropewalk has counted that runs this, empty for rivals. */
    default Optional<SchedulerStats> schedulerStats() {
        return Optional.empty();
    }

    /** Ends what runs the threads, once they have been interrupted. */
    @Override
    default void close() {}
}
