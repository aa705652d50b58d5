package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/** What can go wrong with a journal; its subclasses tell what it was. The data before the fault are intact unless they say otherwise. */
public class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JournalException(String message) {
        super(message);
    }

    JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
