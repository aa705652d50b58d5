package dev.ropewalk.journal;

import java.util.Objects;

/**
 * A record and where it is, as {@link JournalInspector} finds it.
 *
 * @param record the record itself
 * @param epoch the epoch of the session that has written it
 * @param segment the number of its segment
 * @param offset where it starts, or the batch that it is in, in bytes from the start of the segment's file
 */
public record JournalEntry(JournalRecord record, int epoch, long segment, long offset) {
    /** Checks them. */
    public JournalEntry {
        Objects.requireNonNull(record, "record");
    }

    /** Returns the record's index. */
    public long index() {
        return record.index();
    }

    /** Returns the record's bytes: always the same array. */
    public byte[] payload() {
        return record.payload();
    }
}
