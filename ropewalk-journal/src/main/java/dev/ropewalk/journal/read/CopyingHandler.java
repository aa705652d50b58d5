package dev.ropewalk.journal.read;

import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.format.Payloads;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps a copy of one record. */
public final class CopyingHandler implements RecordHandler {
    private @Nullable JournalRecord record;

    @Override
    public void onRecord(MemorySegment memory, long offset, int length, long index) {
        record = copy(memory, offset, length, index);
    }

    /** Returns a copy of a record. */
    public static JournalRecord copy(MemorySegment memory, long offset, int length, long index) {
        byte[] payload = new byte[length];
        Payloads.copy(memory, offset, payload, length);
        return new JournalRecord(index, payload);
    }

    /** Returns the copy, and forgets it. */
    public JournalRecord take() {
        JournalRecord taken = Objects.requireNonNull(record);
        record = null;
        return taken;
    }
}
