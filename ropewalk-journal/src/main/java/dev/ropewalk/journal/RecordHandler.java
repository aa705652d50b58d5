package dev.ropewalk.journal;

import dev.ropewalk.journal.read.BytesRecordHandler;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

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

    /**
     * Returns a handler that copies each payload to the heap before it hands it over, for what works on arrays. It allocates
     * only when a record is longer than all before. To be used by one tailer.
     *
     * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="copying" :
     * tailer.poll(RecordHandler.copying((bytes, length, index) -> out.write(bytes, 0, length)), 100);
     * }
     */
    static RecordHandler copying(BytesHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return new BytesRecordHandler(handler);
    }
}
