package dev.ropewalk.scheduler;

import java.time.Duration;

/** What can be closed within a time, and says then what it left undone. A {@link CoordinatedShutdown} gives it what its phase has left. */
public interface TimedCloseable extends AutoCloseable {
    /**
     * Closes this.
     *
     * @param timeout how long that may take; with zero or less there is no time left
     * @return what was left undone
     */
    CloseReport close(Duration timeout);

    /** Closes this within a time of its own; what was left undone is logged. */
    @Override
    void close();
}
