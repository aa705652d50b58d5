package dev.ropewalk.cluster.link;

/** Where the frames end of which not all messages are settled, 256 at most. */
final class FrameEnds {
    private static final int MAX_FRAMES = 256;

    private final long[] ends = new long[MAX_FRAMES];
    private int first;
    private int count;

    boolean isFull() {
        return count == MAX_FRAMES;
    }

    /** Adds a frame behind the others. */
    void add(long end) {
        ends[(first + count++) & (MAX_FRAMES - 1)] = end;
    }

    /** Forgets the frames whose messages are settled. */
    void removeUpTo(long settled) {
        while (count > 0 && ends[first] <= settled) {
            first = (first + 1) & (MAX_FRAMES - 1);
            count--;
        }
    }
}
