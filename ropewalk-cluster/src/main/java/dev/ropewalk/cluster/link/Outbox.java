package dev.ropewalk.cluster.link;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.cluster.LinkOptions;
import org.jspecify.annotations.Nullable;

/**
 * Where messages wait for the link, and the account of their credit. Any thread may use it: everything is guarded by this lock, and nothing is done under
 * it that takes longer than a few writes, but that an array sometimes grows.
 *
 * <p>Who has the link's turn takes all that waits at once, and leaves an empty list in its place. The link is awake from when a message comes that finds it asleep until it finds nothing. So there is
 * always one step that is to send what waits: one that is to come, or the one that whoever brings the message is to bring.
 *
 * <p>The account: each message is counted as sent when it is taken in, and later as acknowledged or as lost, in one step for all that an acknowledgement tells. What is in flight is the
 * difference. So sent = acknowledged + in flight + lost at any time.
 */
final class Outbox extends BriefLock {
    /** No credit, or no link. */
    static final int REFUSED = 0;

    static final int TAKEN = 1;

    /** Taken, and a step must be brought that sends it. */
    static final int TAKEN_ASLEEP = 2;

    private int windowMessages;
    private int windowBytes;
    private Unsent unsent = new Unsent();
    private boolean awake;
    private boolean ended;

    /** Whether a message was refused for want of credit since there was some. */
    private boolean wanting;

    private long sent;
    private long sentBytes;
    private long released;
    private long releasedBytes;
    private long acknowledged;
    private long lost;

    Outbox(LinkOptions options) {
        windowMessages = options.windowMessages();
        windowBytes = options.windowBytes();
    }

    int offer(byte[] message, Object what) {
        lock();
        try {
            if (ended || !hasCredit(message.length)) {
                wanting = true;
                return REFUSED;
            }
            unsent.add(message, what);
            sent++;
            sentBytes += message.length;
            if (awake) {
                return TAKEN;
            }
            awake = true;
            return TAKEN_ASLEEP;
        } finally {
            unlock();
        }
    }

    private boolean hasCredit(int bytes) {
        long inFlight = sentBytes - releasedBytes;
        return sent - released < windowMessages && (inFlight == 0 || inFlight + bytes <= windowBytes);
    }

    /**
     * Takes all that waits; called by who has the turn.
     *
     * @param empty takes their place
     * @return null if nothing waits: the link is asleep from now on
     */
    @Nullable
    Unsent take(Unsent empty) {
        lock();
        try {
            if (unsent.size() == 0) {
                awake = false;
                return null;
            }
            Unsent taken = unsent;
            unsent = empty;
            return taken;
        } finally {
            unlock();
        }
    }

    /** No step could be brought. */
    void stayAsleep() {
        lock();
        awake = false;
        unlock();
    }

    /** Counts what is told by an acknowledgement; returns whether there is credit again that somebody has wanted. */
    boolean settle(long moreAcknowledged, long moreLost, Ack ack) {
        lock();
        acknowledged += moreAcknowledged;
        lost += moreLost;
        released = ack.released();
        releasedBytes = ack.releasedBytes();
        windowMessages = Math.min(windowMessages, ack.window().windowMessages());
        windowBytes = Math.min(windowBytes, ack.window().windowBytes());
        boolean isWanted = wanting && hasCredit(0);
        wanting &= !isWanted;
        unlock();
        return isWanted;
    }

    /** Counts what is lost at the end. */
    void settleLost(long moreLost) {
        lock();
        lost += moreLost;
        unlock();
    }

    /** Takes no more; returns false if that was so before. */
    boolean end() {
        lock();
        boolean first = !ended;
        ended = true;
        unlock();
        return first;
    }

    /** Returns how many messages were taken. */
    long sent() {
        lock();
        long count = sent;
        unlock();
        return count;
    }

    Account account() {
        lock();
        try {
            long credit = ended ? 0 : Math.max(0, windowMessages - (sent - released));
            return new Account(sent, acknowledged, lost, credit);
        } finally {
            unlock();
        }
    }

    /** What was counted. */
    record Account(long sent, long acknowledged, long lost, long credit) {
        long inFlight() {
            return sent - acknowledged - lost;
        }
    }
}
