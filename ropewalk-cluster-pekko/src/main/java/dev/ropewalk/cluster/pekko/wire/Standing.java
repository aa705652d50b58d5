package dev.ropewalk.cluster.pekko.wire;

/** What a node is at a moment, as it tells others. */
public enum Standing {
    /** In no cluster, and founds none before others could. */
    OUTSIDE(0),
    /** In no cluster, and may found one itself or has promised another node to let it. */
    CANDIDATE(1),
    /** In no cluster yet, but on its way into one. */
    JOINING(2),
    /** A member by which others can join. */
    MEMBER(3),
    /** A member still, but not for long. */
    LEAVING(4);

    /** What travels. */
    final byte code;

    Standing(int code) {
        this.code = (byte) code;
    }

    /** Returns the standing of a code. */
    static Standing of(byte code) {
        for (Standing each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        throw new IllegalArgumentException("no standing of a node has the number " + code);
    }
}
