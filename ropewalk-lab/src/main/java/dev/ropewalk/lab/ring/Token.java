package dev.ropewalk.lab.ring;

import java.util.concurrent.CountDownLatch;

/**
 * What goes around a ring: itself the message, so that nothing is allocated for a hop but what the runtime needs. It
 * belongs to the node that has it; a runtime lets the sending of a message happen-before its receipt.
 */
public final class Token {
    private final CountDownLatch finished;
    private long left;
    private long checksum;

    /**
     * Makes a token.
     *
     * @param hops how often it is passed
     * @param finished counted down at the last node
     */
    Token(long hops, CountDownLatch finished) {
        left = hops;
        this.finished = finished;
    }

    /** Notes that a node has the token; returns whether the node must pass it on. */
    boolean visit(int node) {
        checksum = 31 * checksum + node;
        left--;
        if (left > 0) {
            return true;
        }
        finished.countDown();
        return false;
    }

    /** Returns the checksum of all nodes visited, in order. */
    long checksum() {
        return checksum;
    }

    /**
     * Returns the checksum of a token after it has visited all nodes of a ring a number of times, found by a loop.
     *
     * @param checksum from before
     */
    static long walk(long checksum, int firstNode, int actors, int laps) {
        long walked = checksum;
        for (int lap = 0; lap < laps; lap++) {
            for (int node = firstNode; node < firstNode + actors; node++) {
                walked = 31 * walked + node;
            }
        }
        return walked;
    }
}
