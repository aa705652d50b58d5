package dev.ropewalk.actor;

import java.util.Objects;

/**
 * An actor that has stopped because it failed.
 *
 * @param path what its path was; another actor may have it by then
 * @param reason what was decided, such as "is stopped after 3 restarts within PT1M"
 * @param failure what it has thrown last, the first 300 characters of it
 * @param restarts how often it had gone on with a new behaviour before
 * @param agoNanos how long ago that was decided
 */
public record StoppedActor(String path, String reason, String failure, long restarts, long agoNanos) {
    /** Checks that nothing is null. */
    public StoppedActor {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(failure, "failure");
    }
}
