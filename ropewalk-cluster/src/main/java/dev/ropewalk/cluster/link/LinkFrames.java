package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;

/**
 * The format of frames between two links. Numbers are varints without sign, of 63 bits, in as few bytes as they need.
 *
 * <pre>
 *  frame    = version (a byte), kind (a byte), body
 *  position = messages, bytes, confirmed       of the sender, when it made the frame
 *  MESSAGES = position, then to the end: length, bytes of a message
 *  PROBE    = position, window in messages, window in bytes
 *  CONTROL  = position, number of the first record, then to the end: after, length, bytes of a record
 *  ACK      = settled, released messages, released bytes, control records, window in messages, window in bytes,
 *             then to the end: messages since the range before, lost messages
 * </pre>
 *
 * <p>Messages and bytes of a {@link Position} are those that were sent before the frame: so each frame but an ACK shows what is missing in front of it. All numbers are counted
 * from the beginning of the link, and none ever goes down: a frame that comes twice, or late, says nothing that isn't known.
 */
final class LinkFrames {
    static final byte VERSION = 1;
    static final byte MESSAGES = 1;
    static final byte PROBE = 2;
    static final byte CONTROL = 3;
    static final byte ACK = 4;

    /** A frame has as much behind its head, or one message or record that is larger. */
    static final int MAX_BODY_BYTES = 32 << 10;

    // The windows that options can have

    static final int MIN_WINDOW_MESSAGES = 16;
    static final int MAX_WINDOW_MESSAGES = 1 << 24;
    static final int MIN_WINDOW_BYTES = 64 << 10;
    static final int MAX_WINDOW_BYTES = 1 << 30;

    /** Of a message, so that its frame is an array. */
    static final int MAX_MESSAGE_BYTES = 1 << 30;

    private LinkFrames() {}

    /** Makes a frame that asks for an acknowledgement. */
    static byte[] probe(Position position, LinkOptions window) {
        var out = new LinkOutput(PROBE, position.size() + 2 * LinkOutput.MAX_NUMBER_BYTES);
        position.write(out);
        out.number(window.windowMessages());
        out.number(window.windowBytes());
        return out.toFrame();
    }

    /** Reads a window. */
    static LinkOptions readWindow(LinkInput in) {
        return new LinkOptions(
                readPart(in, MIN_WINDOW_MESSAGES, MAX_WINDOW_MESSAGES),
                readPart(in, MIN_WINDOW_BYTES, MAX_WINDOW_BYTES));
    }

    private static int readPart(LinkInput in, int min, int max) {
        long part = in.number();
        if (part < min || part > max) {
            throw in.malformed(Reason.OUT_OF_RANGE, "a window is from " + min + " to " + max + ", not " + part);
        }
        return (int) part;
    }
}
