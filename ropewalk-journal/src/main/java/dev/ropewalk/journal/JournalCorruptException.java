package dev.ropewalk.journal;

import dev.ropewalk.journal.format.FileHead;
import java.util.Objects;

/** Data that were durable are damaged. */
public final class JournalCorruptException extends JournalException {
    private static final long serialVersionUID = 1L;

    private final long segment;
    private final long offset;
    private final String what;

    /** Makes one for a place: a segment, or -1 for the control file, and the bytes from its start. */
    public JournalCorruptException(long segment, long offset, String what) {
        super((segment == FileHead.CONTROL ? "the control file" : "segment " + segment) + " is damaged at offset "
                + offset + ": " + Objects.requireNonNull(what, "what"));
        this.segment = segment;
        this.offset = offset;
        this.what = what;
    }

    /** Makes one for damage that a verification has found. */
    public JournalCorruptException(VerificationReport.Damage damage) {
        this(Objects.requireNonNull(damage, "damage").segment(), damage.offset(), damage.file() + ": " + damage.what());
    }

    /** Returns the number of the damaged segment, -1 if it is the control file. */
    public long segment() {
        return segment;
    }

    /** Returns what is wrong, without the place. */
    public String what() {
        return what;
    }

    /** Returns where the damage is, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}
