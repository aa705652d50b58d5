package dev.ropewalk.journal;

import java.util.Arrays;
import java.util.Objects;

/**
 * A copy of a record, for where {@link RecordHandler}'s view of the mapped memory isn't handy. Two are equal if their
 * indices and payloads are.
 */
public final class JournalRecord {
    private final long index;
    private final byte[] payload;

    /** Makes one of an index and of the array, which it keeps and doesn't copy. */
    public JournalRecord(long index, byte[] payload) {
        this.index = index;
        this.payload = Objects.requireNonNull(payload, "payload");
    }

    /** Returns the record's index. */
    public long index() {
        return index;
    }

    /** Returns the record's bytes: always the same array, which belongs to the caller. */
    public byte[] payload() {
        return payload;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JournalRecord record && record.index == index && Arrays.equals(record.payload, payload);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(index) + Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "JournalRecord[index=" + index + ", length=" + payload.length + "]";
    }
}
