package dev.ropewalk.cluster.link;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cluster.LinkOptions;

/**
 * The account of the messages that have come: what waits here, and what was released. Any thread gives credit back; everything is guarded by this lock. The one who
 * sees that a quarter of the window was released since the last acknowledgement asks for another, once.
 */
final class Arrivals extends BriefLock {
    private static final int PARTS = 4;

    private final LinkOptions window;
    private final Runnable askForAck;
    private long received;
    private long waiting;
    private long waitingBytes;
    private long released;
    private long releasedBytes;

    /** What was released when the last acknowledgement was made. */
    private long told;

    private long toldBytes;
    private boolean isAsked;

    /** How much makes an acknowledgement worthwhile: a quarter of the smaller window. */
    private long worthMessages;

    private long worthBytes;

    /**
     * Makes an empty account.
     *
     * @param askForAck called without the lock, by any thread
     */
    Arrivals(LinkOptions window, Runnable askForAck) {
        this.window = window;
        this.askForAck = askForAck;
        worthMessages = window.windowMessages() / PARTS;
        worthBytes = window.windowBytes() / PARTS;
    }

    /** Returns whether some messages in a frame are within the window. */
    boolean hasRoom(long messages, long bytes) {
        lock();
        try {
            return waiting + messages <= window.windowMessages()
                    && (waitingBytes + bytes <= window.windowBytes() || (waitingBytes == 0 && messages == 1));
        } finally {
            unlock();
        }
    }

    /** The sender has a window, too. */
    void learn(LinkOptions other) {
        lock();
        worthMessages = Math.min(worthMessages, other.windowMessages() / PARTS);
        worthBytes = Math.min(worthBytes, other.windowBytes() / PARTS);
        unlock();
    }

    /** Counts messages that wait from now on. */
    void arrived(long messages, long bytes) {
        lock();
        received += messages;
        waiting += messages;
        waitingBytes += bytes;
        unlock();
    }

    /** Counts messages that never arrive as released. */
    void lost(long messages, long bytes) {
        lock();
        released += messages;
        releasedBytes += bytes;
        unlock();
    }

    private void giveBack(Arrived message) {
        boolean asks = false;
        lock();
        if (message.isFirst()) {
            message.isGivenBack = true;
            waiting--;
            waitingBytes -= message.bytes;
            released++;
            releasedBytes += message.bytes;
            asks = !isAsked && isWorthTelling();
            isAsked |= asks;
        }
        unlock();
        if (asks) {
            askForAck.run();
        }
    }

    private boolean isWorthTelling() {
        return released - told >= worthMessages || releasedBytes - toldBytes >= worthBytes;
    }

    /** Makes an acknowledgement. */
    Ack toAck(long settled, long controls, LostRanges lost) {
        long[] ranges = lost.toArray();
        lock();
        try {
            told = released;
            toldBytes = releasedBytes;
            isAsked = false;
            return new Ack(settled, told, toldBytes, controls, window, ranges);
        } finally {
            unlock();
        }
    }

    long received() {
        lock();
        long count = received;
        unlock();
        return count;
    }

    /** The credit of a message that has come. */
    static final class Arrived implements Credit {
        private final Arrivals arrivals;
        private final int bytes;

        /** Guarded by the lock. */
        private boolean isGivenBack;

        Arrived(Arrivals arrivals, int bytes) {
            this.arrivals = arrivals;
            this.bytes = bytes;
        }

        private boolean isFirst() {
            return !isGivenBack;
        }

        @Override
        public void giveBack() {
            StackRoom.require();
            arrivals.giveBack(this);
        }
    }
}
