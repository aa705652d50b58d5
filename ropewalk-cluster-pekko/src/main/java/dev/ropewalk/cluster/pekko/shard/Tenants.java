package dev.ropewalk.cluster.pekko.shard;

/**
 * The shards of a type that live on this node. When the node leaves none may begin any more, and once the last one has ended the region may: of {@link #close} and the calls of {@link #exit} exactly one
 * says so. Thread-safe.
 */
final class Tenants {
    private int count;
    private boolean isClosed;

    /** Begins one. Returns false if none may begin any more. */
    synchronized boolean enter() {
        if (!isClosed) {
            count++;
        }
        return !isClosed;
    }

    /** Ends one that has begun. Returns whether the region may end. */
    synchronized boolean exit() {
        count--;
        return isClosed && count == 0;
    }

    synchronized int count() {
        return count;
    }

    /** Lets none begin from now on. Returns whether the region may end. */
    synchronized boolean close() {
        boolean isFirst = !isClosed;
        isClosed = true;
        return isFirst && count == 0;
    }
}
