package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps a copy of one record. */
final class CopyingHandler implements RecordHandler {
    private @Nullable JournalRecord record;

    @Override
    public void onRecord(MemorySegment memory, long offset, int length, long index) {
        byte[] payload = new byte[length];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, payload, 0, length);
        record = new JournalRecord(index, payload);
    }

    /** Returns the copy, and forgets it. */
    JournalRecord take() {
        JournalRecord taken = Objects.requireNonNull(record);
        record = null;
        return taken;
    }
}
