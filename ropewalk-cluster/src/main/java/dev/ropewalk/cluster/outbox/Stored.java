package dev.ropewalk.cluster.outbox;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The form of records.
 *
 * <pre>
 *  message 1 | id of the lane, 8 bytes | number of the message, 8 | length, name of the type | length, key as a frame | message as a frame
 *  handled 2 | id of the lane, 8 bytes | number of the first message that wasn't handled, 8
 *  opened  3 | how often, 8 bytes
 * </pre>
 *
 * Lengths have four bytes.
 *
 * @param lane the id of the lane
 * @param number the number of the message
 * @param type the name of the type
 * @param key the key as a frame
 * @param frame the message as a frame
 */
record Stored(long lane, long number, String type, ByteBuffer key, ByteBuffer frame) {
    static final byte MESSAGE = 1;
    static final byte HANDLED = 2;
    static final byte OPENED = 3;

    private static final int LANE_AT = 1;
    private static final int NUMBER_AT = LANE_AT + Long.BYTES;
    private static final int TYPE_AT = NUMBER_AT + Long.BYTES;

    /** Returns what stands before the messages of a lane, without their numbers. */
    static byte[] head(long lane, String type, byte[] key) {
        byte[] name = type.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(TYPE_AT + 2 * Integer.BYTES + name.length + key.length)
                .put(MESSAGE)
                .putLong(lane)
                .putLong(0)
                .putInt(name.length)
                .put(name)
                .putInt(key.length)
                .put(key)
                .array();
    }

    /** Returns the type and the key in a head, which are to whom it goes. */
    static ByteBuffer recipient(byte[] head) {
        return ByteBuffer.wrap(head, TYPE_AT, head.length - TYPE_AT);
    }

    static void putNumber(byte[] message, long number) {
        var ignored = ByteBuffer.wrap(message).putLong(NUMBER_AT, number);
    }

    static byte[] handled(long lane, long before) {
        return ByteBuffer.allocate(TYPE_AT)
                .put(HANDLED)
                .putLong(lane)
                .putLong(before)
                .array();
    }

    static byte[] opened(long count) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(OPENED).putLong(count).array();
    }

    static boolean isMessage(byte[] record) {
        return record[0] == MESSAGE;
    }

    static boolean isHandled(byte[] record) {
        return record[0] == HANDLED;
    }

    static long laneOf(byte[] record) {
        return ByteBuffer.wrap(record).getLong(LANE_AT);
    }

    static long numberOf(byte[] record) {
        return ByteBuffer.wrap(record).getLong(NUMBER_AT);
    }

    /** Reads a message. Its parts are views of the array. */
    static Stored read(byte[] record, int length) {
        ByteBuffer from = ByteBuffer.wrap(record, 0, length);
        long lane = from.getLong(LANE_AT);
        long number = from.getLong(NUMBER_AT);
        from.position(TYPE_AT);
        String type = StandardCharsets.UTF_8.decode(part(from)).toString();
        ByteBuffer key = part(from);
        return new Stored(lane, number, type, key, from.slice());
    }

    private static ByteBuffer part(ByteBuffer from) {
        int length = from.getInt();
        ByteBuffer part = from.slice(from.position(), length);
        from.position(from.position() + length);
        return part;
    }
}
