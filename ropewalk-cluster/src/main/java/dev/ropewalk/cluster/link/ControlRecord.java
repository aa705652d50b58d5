package dev.ropewalk.cluster.link;

import org.jspecify.annotations.Nullable;

/**
 * A control record.
 *
 * @param after how many messages must be settled before it is handed out
 * @param bytes what it says
 * @param isLimited whether it counts for the limit of those that aren't acknowledged
 * @param credit given back when it is acknowledged; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ControlRecord(
        long after,
        byte[] bytes,
        boolean isLimited,
        @Nullable Credit credit) {
    /** Makes one that counts for the limit. */
    static ControlRecord limited(long after, byte[] bytes) {
        return new ControlRecord(after, bytes, true, null);
    }

    /** Makes one that is taken however much waits. */
    static ControlRecord unlimited(long after, byte[] bytes) {
        return new ControlRecord(after, bytes, false, null);
    }

    /** Returns in how many bytes it is written. */
    long size() {
        return (long) LinkOutput.sizeOf(after) + LinkOutput.sizeOf(bytes.length) + bytes.length;
    }

    void write(LinkOutput out) {
        out.number(after);
        out.bytes(bytes);
    }
}
