package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Takes control records in the order of their numbers, each once, and holds those that come after messages which aren't settled. Belongs to who has the turn.
 *
 * <p>A record counts as taken when it is held. If too much is held no more is taken: it isn't acknowledged, and so it comes again.
 */
final class ControlReceiver {
    private static final long MAX_NUMBERS_AHEAD = 2L * LinkFrames.MAX_WINDOW_MESSAGES;

    private final Listening listening;
    private final ArrayDeque<ControlRecord> held = new ArrayDeque<>();
    private long heldBytes;
    private long taken;

    ControlReceiver(Listening listening) {
        this.listening = listening;
    }

    /** Returns how many were taken. */
    long taken() {
        return taken;
    }

    /**
     * Checks the records of a frame, and goes back to where they begin.
     *
     * @param settled messages whose fate is known
     */
    void check(LinkInput in, long settled) {
        int begin = in.at();
        long first = in.number();
        long count = 0;
        for (; in.hasMore(); count++) {
            long after = in.number();
            if (after - settled > MAX_NUMBERS_AHEAD) {
                throw in.malformed(
                        Reason.OUT_OF_RANGE, "a control record waits for message " + after + ", beyond " + settled);
            }
            in.skip(in.length());
        }
        if (first + count < 0) {
            throw in.malformed(Reason.OUT_OF_RANGE, "there is no control record " + first);
        }
        in.goTo(begin);
    }

    /** Takes what is next of the records of a frame that was checked. */
    void take(LinkInput in) {
        for (long number = in.number(); in.hasMore(); number++) {
            long after = in.number();
            int length = in.length();
            int begin = in.at();
            in.skip(length);
            if (isNext(number) && hasRoom(length)) {
                held.add(ControlRecord.limited(after, Arrays.copyOfRange(in.array(), begin, begin + length)));
                heldBytes += length;
                taken++;
            }
        }
    }

    private boolean isNext(long number) {
        return number == taken;
    }

    private static boolean isDue(ControlRecord record, long settled) {
        return record.after() <= settled;
    }

    private boolean hasRoom(int bytes) {
        return held.isEmpty()
                || (held.size() < ControlEntry.MAX_RECORDS && heldBytes + bytes <= ControlEntry.MAX_BYTES);
    }

    /** Hands out what has its turn. */
    void handOut(long settled) {
        for (ControlRecord next = held.peek(); next != null && isDue(next, settled); next = held.peek()) {
            held.remove();
            heldBytes -= next.bytes().length;
            listening.controlReceived(next.bytes());
        }
    }
}
