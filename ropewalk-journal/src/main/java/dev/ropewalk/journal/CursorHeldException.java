package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.Objects;

/** A named cursor is in use already, in this process or another. */
public final class CursorHeldException extends JournalException {
    private static final long serialVersionUID = 1L;
    private static final String HELD = " is held by another tailer, in this process or another";

    /** Makes one for a cursor. */
    public CursorHeldException(String name) {
        super("cursor " + Objects.requireNonNull(name, "name") + HELD);
    }

    /** Makes one for a cursor of the journal in a directory. */
    public CursorHeldException(String name, Path journal) {
        super("cursor " + Objects.requireNonNull(name, "name") + " of the journal in "
                + Objects.requireNonNull(journal, "journal") + HELD);
    }
}
