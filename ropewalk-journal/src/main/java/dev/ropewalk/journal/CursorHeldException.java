package dev.ropewalk.journal;

/** A named cursor is in use already, in this process or another. */
public final class CursorHeldException extends JournalException {
    private static final long serialVersionUID = 1L;

    CursorHeldException(String name) {
        super("cursor " + name + " is held by another tailer, in this process or another");
    }
}
