package dev.ropewalk.journal;

/** The records that were asked for are deleted. */
public final class RecordsGoneException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long next;

    RecordsGoneException(long wanted, long next) {
        this("record " + wanted, next);
    }

    private RecordsGoneException(String what, long next) {
        super(what + " is gone, deleted by retention; the next record is " + next);
        this.next = next;
    }

    static RecordsGoneException ofSegment(long number, long next) {
        return new RecordsGoneException("segment " + number, next);
    }

    /** Returns the index of the first record that is still there. */
    public long next() {
        return next;
    }
}
