package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;

/** Copies each record into one array. */
final class BytesRecordHandler implements RecordHandler {
    private final BytesHandler handler;
    private byte[] bytes = {};

    BytesRecordHandler(BytesHandler handler) {
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
