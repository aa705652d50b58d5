package dev.ropewalk.cluster.pekko.wire;

/** A frame of the layers above, and the incarnations of the nodes that it is from and for. Their addresses are those of Pekko's envelope. */
public final class Frame implements Wire {
    private final long from;
    private final long to;
    private final byte[] bytes;

    public Frame(long from, long to, byte[] bytes) {
        this.from = from;
        this.to = to;
        this.bytes = bytes;
    }

    public long from() {
        return from;
    }

    public long to() {
        return to;
    }

    /** Returns the frame, not a copy. */
    public byte[] bytes() {
        return bytes;
    }
}
