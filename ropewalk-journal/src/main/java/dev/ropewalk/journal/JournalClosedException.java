package dev.ropewalk.journal;

/** The journal, appender or tailer was closed before. */
public final class JournalClosedException extends JournalException {
    private static final long serialVersionUID = 1L;

    JournalClosedException(String message) {
        super(message);
    }
}
