package dev.ropewalk.cluster.pekko.shard;

/** What a shard is told when it moves. */
enum HandOff {
    /** By Pekko: another node is to own it. */
    BEGIN,
    /** By itself: nothing lives in it any more, or the time is up. */
    END
}
