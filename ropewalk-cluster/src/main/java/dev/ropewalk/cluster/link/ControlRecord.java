package dev.ropewalk.cluster.link;

/**
 * A control record.
 *
 * @param after how many messages must be settled before it is handed out
 * @param bytes what it says
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ControlRecord(long after, byte[] bytes) {
    /** Returns in how many bytes it is written. */
    long size() {
        return (long) LinkOutput.sizeOf(after) + LinkOutput.sizeOf(bytes.length) + bytes.length;
    }

    void write(LinkOutput out) {
        out.number(after);
        out.bytes(bytes);
    }
}
