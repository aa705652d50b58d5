package dev.ropewalk.journal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What can go wrong with a journal; its subclasses tell what it was. The data before the fault are intact unless they say otherwise. */
public class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public JournalException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }

    /** Makes one with a message and perhaps a cause. */
    public JournalException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
