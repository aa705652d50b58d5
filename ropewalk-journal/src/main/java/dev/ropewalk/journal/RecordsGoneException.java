package dev.ropewalk.journal;

import java.util.Objects;

/** The records that were asked for are deleted. */
public final class RecordsGoneException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long next;

    /** Makes one for a record that is gone, with the first that is still there. */
    public RecordsGoneException(long wanted, long next) {
        this("record " + wanted, next);
    }

    /** Makes one for what is gone, such as a segment, with the first record that is still there. */
    public RecordsGoneException(String what, long next) {
        super(Objects.requireNonNull(what, "what") + " is gone, deleted by retention; the next record is " + next);
        this.next = next;
    }

    /** Returns the index of the first record that is still there. */
    public long next() {
        return next;
    }
}
