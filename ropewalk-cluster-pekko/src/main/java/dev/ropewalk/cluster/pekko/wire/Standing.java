package dev.ropewalk.cluster.pekko.wire;

/** What a node is at a moment, as it tells others. Its place here is what travels: new ones come last. */
public enum Standing {
    /** In no cluster, and founds none before others could. */
    OUTSIDE,
    /** In no cluster, and may found one itself or has promised another node to let it. */
    CANDIDATE,
    /** In no cluster yet, but on its way into one. */
    JOINING,
    /** A member by which others can join. */
    MEMBER,
    /** A member still, but not for long. */
    LEAVING
}
