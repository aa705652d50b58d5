package dev.ropewalk.cpu;

import java.io.IOException;
import java.util.Objects;

/**
 * Thrown when CPUs can't be reserved at all, because the directory of the locks can't be used: it isn't there, can't be
 * written, or its file system has no locks. The message names the file and the cause.
 */
public final class ReservationUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with the text for its reader and what the directory's file system has thrown. */
    public ReservationUnavailableException(String message, IOException cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
