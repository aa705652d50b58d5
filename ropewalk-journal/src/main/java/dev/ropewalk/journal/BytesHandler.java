package dev.ropewalk.journal;

/** What a tailer does with a record that was copied to the heap, see {@link RecordHandler#copying}. */
@FunctionalInterface
public interface BytesHandler {
    /**
     * Handles a record.
     *
     * @param bytes starts with the payload; the same array for the next record, unless that needs a longer one
     * @param length the payload's length in bytes
     * @param index the record's index
     */
    void onBytes(byte[] bytes, int length, long index);
}
