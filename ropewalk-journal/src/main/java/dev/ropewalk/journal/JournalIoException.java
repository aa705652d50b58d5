package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/** A file of the journal can't be read or written, or was made shorter by somebody else. */
public final class JournalIoException extends JournalException {
    private static final long serialVersionUID = 1L;

    JournalIoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
