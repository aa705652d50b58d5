package dev.ropewalk.scheduler;

import java.time.Duration;

/** How a member of a {@link CoordinatedShutdown} is closed. */
@FunctionalInterface
public interface ShutdownAction {
    /**
     * Closes the member, in a thread of its own.
     *
     * @param left how long that may take; zero if no time is left
     * @return what was left undone, such as a {@link SchedulerCloseReport}
     * @throws Exception if it can't be closed; that holds no other member up
     */
    CloseReport close(Duration left) throws Exception;
}
