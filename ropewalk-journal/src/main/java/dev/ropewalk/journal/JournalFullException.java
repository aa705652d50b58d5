package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/**
 * There is no room on the disk for a further segment. Nothing was appended, and what was appended before is intact; once
 * there is room, appending goes on.
 */
public final class JournalFullException extends JournalIoException {
    private static final long serialVersionUID = 1L;

    JournalFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
