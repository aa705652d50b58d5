package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/** Forcing data to the disk has failed before: what is durable is uncertain, and nothing more is accepted. */
public final class JournalPoisonedException extends JournalException {
    private static final long serialVersionUID = 1L;

    JournalPoisonedException(String message) {
        super(message);
    }

    JournalPoisonedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
