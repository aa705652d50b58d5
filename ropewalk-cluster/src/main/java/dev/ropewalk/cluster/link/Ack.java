package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;

/**
 * What a receiver says of all that it has got.
 *
 * @param settled messages whose fate it knows
 * @param released those that take no credit any more, the lost ones among them
 * @param releasedBytes theirs
 * @param controls control records that it has
 * @param window of the receiver
 * @param lost begin and end of each range of lost messages, in their order, since what the sender has confirmed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Ack(long settled, long released, long releasedBytes, long controls, LinkOptions window, long[] lost) {
    private static final int NUMBERS = 6;

    /** What a sender assumes before it has heard of the receiver. */
    static Ack first(LinkOptions options) {
        return new Ack(0, 0, 0, 0, options, new long[0]);
    }

    static Ack read(LinkInput in) {
        long settled = in.number();
        long released = in.number();
        long releasedBytes = in.number();
        long controls = in.number();
        LinkOptions window = LinkFrames.readWindow(in);
        long[] lost = ranges(in, settled);
        if (released > settled) {
            throw in.malformed(Reason.OUT_OF_RANGE, released + " messages are released, of " + settled);
        }
        return new Ack(settled, released, releasedBytes, controls, window, lost);
    }

    private static long[] ranges(LinkInput in, long settled) {
        int start = in.at();
        int numbers = 0;
        for (; in.hasMore(); numbers++) {
            long ignored = in.number();
        }
        if (numbers % 2 != 0) {
            throw in.malformed(Reason.TRUNCATED, "a range has no end");
        }
        in.goTo(start);
        long[] ranges = new long[numbers];
        long at = 0;
        for (int i = 0; i < numbers; i++) {
            long step = in.number();
            at += step;
            if (at < 0 || at > settled || (step == 0 && i > 0)) {
                throw in.malformed(Reason.OUT_OF_RANGE, "a range of lost messages is empty, or beyond " + settled);
            }
            ranges[i] = at;
        }
        return ranges;
    }

    byte[] toFrame() {
        var out = new LinkOutput(LinkFrames.ACK, (NUMBERS + lost.length) * LinkOutput.MAX_NUMBER_BYTES);
        out.number(settled);
        out.number(released);
        out.number(releasedBytes);
        out.number(controls);
        out.number(window.windowMessages());
        out.number(window.windowBytes());
        long at = 0;
        for (long bound : lost) {
            out.number(bound - at);
            at = bound;
        }
        return out.toFrame();
    }

    /** Returns whether nothing has gone down since another one. */
    boolean isSince(Ack other) {
        return settled >= other.settled
                && released >= other.released
                && releasedBytes >= other.releasedBytes
                && controls >= other.controls;
    }
}
