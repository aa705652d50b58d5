package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;

/** What a tailer does with a record. */
@FunctionalInterface
public interface RecordHandler {
    /**
     * Handles a record.
     *
     * @param memory where the payload lies: read-only, and mapped, not to be used after this call returns
     * @param offset where the payload starts
     * @param length its length in bytes
     * @param index the record's index
     */
    void onRecord(MemorySegment memory, long offset, int length, long index);
}
