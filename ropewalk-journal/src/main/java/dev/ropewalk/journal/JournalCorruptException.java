package dev.ropewalk.journal;

/** Data that were durable are damaged. */
public final class JournalCorruptException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long segment;
    private final long offset;

    JournalCorruptException(long segment, long offset, String what) {
        super("segment " + segment + " is damaged at offset " + offset + ": " + what);
        this.segment = segment;
        this.offset = offset;
    }

    /** The control file is damaged. */
    JournalCorruptException(String message) {
        super(message);
        this.segment = -1;
        this.offset = -1;
    }

    /** Returns the number of the damaged segment, -1 if it isn't a segment that is. */
    public long segment() {
        return segment;
    }

    /** Returns where the damage is, in bytes from the start of the segment's file, -1 if that isn't known. */
    public long offset() {
        return offset;
    }
}
