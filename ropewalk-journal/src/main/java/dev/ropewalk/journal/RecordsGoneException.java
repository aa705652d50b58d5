package dev.ropewalk.journal;

/** The records that were asked for are deleted. */
public final class RecordsGoneException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long next;

    RecordsGoneException(long wanted, long next) {
        super("record " + wanted + " is gone, deleted by retention; the next is " + next);
        this.next = next;
    }

    /** Returns the index of the first record that is still there. */
    public long next() {
        return next;
    }
}
