package dev.ropewalk.journal;

import java.util.Objects;

/** An appender can't be opened: another one is exclusive, or this one would be and there are others. */
public final class TailHeldException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public TailHeldException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
