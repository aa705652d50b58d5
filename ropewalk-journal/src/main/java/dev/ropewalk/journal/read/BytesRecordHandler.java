package dev.ropewalk.journal.read;

import dev.ropewalk.journal.BytesHandler;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.format.Payloads;
import java.lang.foreign.MemorySegment;

/** Copies each record into one array. */
public final class BytesRecordHandler implements RecordHandler {
    private final BytesHandler handler;
    private byte[] bytes = {};

    public BytesRecordHandler(BytesHandler handler) {
        this.handler = handler;
    }

    @Override
    public void onRecord(MemorySegment memory, long offset, int length, long index) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        Payloads.copy(memory, offset, bytes, length);
        handler.onBytes(bytes, length, index);
    }
}
