package dev.ropewalk.journal;

import java.util.Objects;

/** The journal, appender or tailer was closed before. */
public final class JournalClosedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public JournalClosedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
