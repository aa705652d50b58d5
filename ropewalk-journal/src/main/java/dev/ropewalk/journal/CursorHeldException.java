package dev.ropewalk.journal;

import java.util.Objects;

/** A named cursor is in use already, in this process or another. */
public final class CursorHeldException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one for a cursor. */
    public CursorHeldException(String name) {
        super("cursor " + Objects.requireNonNull(name, "name")
                + " is held by another tailer, in this process or another");
    }
}
