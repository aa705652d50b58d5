package dev.ropewalk.journal;

/** The files are no journal, or one of another version. */
public final class JournalFormatException extends JournalException {
    private static final long serialVersionUID = 1L;

    JournalFormatException(String message) {
        super(message);
    }
}
