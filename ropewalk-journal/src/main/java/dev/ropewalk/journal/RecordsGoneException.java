package dev.ropewalk.journal;

/** The records that were asked for are deleted. */
public final class RecordsGoneException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long next;

    /** Makes one for a record that is gone, with the first that is still there. */
    public RecordsGoneException(long wanted, long next) {
        this("record " + wanted, next);
    }

    private RecordsGoneException(String what, long next) {
        super(what + " is gone, deleted by retention; the next record is " + next);
        this.next = next;
    }

    /** Returns one for a segment that is gone, with the first record that is still there. */
    public static RecordsGoneException ofSegment(long number, long next) {
        return new RecordsGoneException("segment " + number, next);
    }

    /** Returns the index of the first record that is still there. */
    public long next() {
        return next;
    }
}
