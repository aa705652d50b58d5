package dev.ropewalk.cluster.codec.frame;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;

/**
 * How a frame begins.
 *
 * <pre>
 *   byte 0     1          2 ...
 *  +-------+---------+-----------------+------------+
 *  | magic | version | id of the type  |   value    |
 *  | 0xB5  |   1     | varint          |            |
 *  +-------+---------+-----------------+------------+
 * </pre>
 */
public final class FrameHead {
    private static final byte MAGIC = (byte) 0xB5;
    private static final byte VERSION = 1;

    private FrameHead() {}

    /** Writes magic and version. */
    public static void write(FrameOutput out) {
        out.writeByte(MAGIC);
        out.writeByte(VERSION);
    }

    /** Reads and checks them. */
    public static void read(FrameInput in) {
        byte magic = in.readByte();
        if (magic != MAGIC) {
            throw in.malformed(Reason.NOT_A_FRAME, "a frame begins with " + MAGIC + ", not with " + magic);
        }
        byte version = in.readByte();
        if (version != VERSION) {
            throw in.malformed(Reason.UNKNOWN_FORMAT, "the wire format is of version " + VERSION + ", not " + version);
        }
    }
}
