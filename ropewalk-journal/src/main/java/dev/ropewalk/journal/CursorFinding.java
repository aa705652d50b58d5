package dev.ropewalk.journal;

import dev.ropewalk.journal.read.Cursors;
import java.util.Objects;

/**
 * What is to be told of a named cursor. If none of it is damage, the cursor may still point where retention has deleted, or where a
 * recovery that is due will cut.
 *
 * @param cursor the cursor's name
 * @param what what is wrong, or what was done about it
 * @param isDamage whether the cursor isn't as its tailers leave it
 */
public record CursorFinding(String cursor, String what, boolean isDamage) {
    /** Checks them. */
    public CursorFinding {
        Objects.requireNonNull(cursor, "cursor");
        Objects.requireNonNull(what, "what");
    }

    /** Returns the name of the cursor's file in the journal's directory. */
    public String file() {
        return Cursors.FOLDER + "/" + cursor + Cursors.SUFFIX;
    }
}
