package dev.ropewalk.journal;

/** An appender can't be opened: another one is exclusive, or this one would be and there are others. */
public final class TailHeldException extends JournalException {
    private static final long serialVersionUID = 1L;

    TailHeldException(String message) {
        super(message);
    }
}
