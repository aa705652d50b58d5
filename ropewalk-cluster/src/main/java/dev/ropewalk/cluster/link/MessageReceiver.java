package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;

/**
 * Takes messages in the order of their numbers, and finds those that are missing. Belongs to who has the turn.
 *
 * <p>A frame is taken if it says that more messages were sent before it than are settled, or as many: what is missing in between is lost, since frames don't overtake each other. One
 * that says less has come twice, and is dropped. So each message is handed out once at most, and each number is settled once: as arrived, or as lost.
 *
 * <p>A frame that has more than the window is dropped as if it had never come. The next one shows that it is missing.
 */
final class MessageReceiver {
    /** The sender may have four times as many on their way. */
    private static final int FRAMES_AN_ACK = 64;

    private static final long MAX_GAP_BYTES = 2L * LinkFrames.MAX_WINDOW_BYTES;

    private final Arrivals arrivals;
    private final Listening listening;
    private final Conversation conversation;
    private final LostRanges lost = new LostRanges();
    private long settled;
    private long settledBytes;
    private int framesSinceAck;
    private boolean isAckDue;

    MessageReceiver(Arrivals arrivals, Listening listening, Conversation conversation) {
        this.arrivals = arrivals;
        this.listening = listening;
        this.conversation = conversation;
    }

    /** Returns how many messages have arrived or are known to be lost. */
    long settled() {
        return settled;
    }

    boolean isAckDue() {
        return isAckDue || framesSinceAck >= FRAMES_AN_ACK;
    }

    void askForAck() {
        isAckDue = true;
    }

    /** Makes an acknowledgement of all that has come. */
    Ack ack(long controls) {
        isAckDue = false;
        framesSinceAck = 0;
        return arrivals.toAck(settled, controls, lost);
    }

    /**
     * Compares a position with what is known.
     *
     * @throws MalformedFrameException if no sender can have sent it
     */
    void check(LinkInput in, Position position) {
        long gap = position.messages() - settled;
        long gapBytes = position.bytes() - settledBytes;
        boolean fits;
        if (gap > 0) {
            fits = gapBytes >= 0
                    && gapBytes <= MAX_GAP_BYTES
                    && position.messages() - position.confirmed() <= LinkFrames.MAX_WINDOW_MESSAGES
                    && lost.hasRoom(settled);
        } else {
            fits = gap == 0 ? gapBytes == 0 : gapBytes <= 0;
        }
        if (!fits || position.confirmed() > Math.min(settled, position.messages())) {
            throw in.malformed(
                    Reason.OUT_OF_RANGE,
                    position + " doesn't follow " + settled + " messages of " + settledBytes + " bytes");
        }
    }

    /** Settles what was sent before a frame whose position was checked. */
    void advance(Position position) {
        lost.forget(position.confirmed());
        long gap = position.messages() - settled;
        if (gap > 0) {
            lost.add(settled, position.messages());
            arrivals.lost(gap, position.bytes() - settledBytes);
            settled = position.messages();
            settledBytes = position.bytes();
            isAckDue = true;
        }
    }

    /** Takes a frame of messages. */
    void messages(LinkInput in) {
        Position position = Position.read(in);
        check(in, position);
        int begin = in.at();
        int count = 0;
        long bytes = 0;
        for (; in.hasMore(); count++) {
            int length = in.length();
            in.skip(length);
            bytes += length;
        }
        if (isRepeated(position)) {
            checkRepeated(in, position.messages() + count);
            return;
        }
        if (!arrivals.hasRoom(count, bytes)) {
            throw in.malformed(
                    Reason.TOO_LARGE, "there is no credit for " + count + " messages of " + bytes + " bytes");
        }
        advance(position);
        framesSinceAck++;
        settled += count;
        settledBytes += bytes;
        arrivals.arrived(count, bytes);
        conversation.heard();
        in.goTo(begin);
        handOut(in, count);
    }

    private boolean isRepeated(Position position) {
        return position.messages() < settled;
    }

    private void checkRepeated(LinkInput in, long end) {
        if (end > settled) {
            throw in.malformed(Reason.OUT_OF_RANGE, "a frame has messages up to " + end + ", around " + settled);
        }
    }

    private void handOut(LinkInput in, int count) {
        for (int i = 0; i < count; i++) {
            int length = in.length();
            listening.messageReceived(arrivals, in.array(), in.at(), length);
            in.skip(length);
        }
    }

    /** Takes a frame that only asks. */
    void probe(LinkInput in) {
        Position position = Position.read(in);
        LinkOptions window = LinkFrames.readWindow(in);
        in.checkEnd();
        check(in, position);
        arrivals.learn(window);
        advance(position);
        isAckDue = true;
    }
}
