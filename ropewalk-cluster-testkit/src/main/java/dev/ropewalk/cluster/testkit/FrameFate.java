package dev.ropewalk.cluster.testkit;

/** What became of a frame. */
public enum FrameFate {
    /** It has arrived: the other node is told of it now. */
    DELIVERED,
    /** It was taken, and vanished: by chance, since the nodes were cut from each other, or since the other one is gone. */
    LOST,
    /** It wasn't taken: the other node is no member, or too much waits for it. */
    REFUSED
}
