package dev.ropewalk.cluster.reliable;

/**
 * By what number the entity knows a sender. Those of senders that end with their process are positive, and belong to a node. Those of senders that outlive it are negative: they have 47 bits that were drawn, which are the sender's on all
 * nodes and for ever, and 16 bits that count how often it was opened. What is said to an earlier opening isn't heard by a later one.
 */
public final class SenderNumber {
    private static final int OPENING_BITS = 16;

    private SenderNumber() {}

    /** Returns the number of a sender that outlives its process, of whose id and count of openings the lower bits are taken. */
    public static long lasting(long id, long opening) {
        return Long.MIN_VALUE | id << OPENING_BITS | (opening & ((1L << OPENING_BITS) - 1));
    }

    /** Returns whether a sender outlives its process. */
    public static boolean isLasting(long number) {
        return number < 0;
    }

    static long idOf(long number) {
        return number >>> OPENING_BITS;
    }

    static int openingOf(long number) {
        return (int) (number & ((1L << OPENING_BITS) - 1));
    }

    /** Returns a sender as entities are to see it, which is the same one whatever node it is on, if it outlives its process. */
    public static Origin origin(long number, Origin sender) {
        return isLasting(number) ? new LastingOrigin(number, sender) : sender;
    }
}
