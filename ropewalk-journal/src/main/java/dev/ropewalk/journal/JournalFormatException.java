package dev.ropewalk.journal;

import java.util.Objects;

/** The files are no journal, or one of another version. */
public final class JournalFormatException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public JournalFormatException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
