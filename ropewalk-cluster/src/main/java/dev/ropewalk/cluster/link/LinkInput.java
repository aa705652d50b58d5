package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;

/** A frame that is read. Nothing in it is believed: each length is compared with the bytes that are left. */
final class LinkInput {
    private static final int SEVEN_BITS = 0x7F;
    private static final int LAST_SHIFT = 56;

    private final byte[] bytes;
    private int at;

    LinkInput(byte[] frame) {
        bytes = frame;
    }

    /** Returns whether a frame says of itself that it is of a kind. */
    static boolean isOfKind(byte kind, byte[] frame) {
        return frame.length > 1 && frame[0] == LinkFrames.VERSION && frame[1] == kind;
    }

    /** Reads the head, and returns the kind of the frame. */
    byte head() {
        byte version = next();
        if (version != LinkFrames.VERSION) {
            throw malformed(Reason.UNKNOWN_FORMAT, "the version is " + version + ", not " + LinkFrames.VERSION);
        }
        return next();
    }

    byte[] array() {
        return bytes;
    }

    /** Returns where the next byte is. */
    int at() {
        return at;
    }

    /** Goes back to where it was. */
    void goTo(int position) {
        at = position;
    }

    boolean hasMore() {
        return at < bytes.length;
    }

    int left() {
        return bytes.length - at;
    }

    private byte next() {
        if (at == bytes.length) {
            throw malformed(Reason.TRUNCATED, "a byte is needed, and none is left");
        }
        return bytes[at++];
    }

    long number() {
        byte first = next();
        return first >= 0 ? first : number(first & SEVEN_BITS);
    }

    private long number(long lowest) {
        long value = lowest;
        for (int shift = 7; shift <= LAST_SHIFT; shift += 7) {
            byte next = next();
            value |= (long) (next & SEVEN_BITS) << shift;
            if (next > 0) {
                return value;
            }
            if (next == 0) {
                break;
            }
        }
        throw malformed(Reason.MALFORMED_NUMBER, "a number has more bytes or bits than it needs");
    }

    /** Reads a length, and checks that so many bytes follow. */
    int length() {
        long length = number();
        if (length > left()) {
            throw malformed(Reason.TRUNCATED, length + " bytes are needed, and " + left() + " are left");
        }
        return (int) length;
    }

    /** Passes over bytes that are there. */
    void skip(int count) {
        at += count;
    }

    void checkEnd() {
        if (hasMore()) {
            throw malformed(Reason.UNREAD_BYTES, left() + " bytes are left");
        }
    }

    /** Returns what is thrown about the bytes before here. */
    MalformedFrameException malformed(Reason reason, String detail) {
        return new MalformedFrameException(reason, at, detail, null);
    }
}
