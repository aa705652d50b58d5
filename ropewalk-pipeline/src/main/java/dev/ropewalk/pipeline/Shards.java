package dev.ropewalk.pipeline;

import java.util.function.Function;

/** Which shard an event belongs to: by the hash of its key. */
final class Shards<E> {
    private final Function<? super E, ?> key;
    private final int count;

    Shards(Function<? super E, ?> key, int count) {
        this.key = key;
        this.count = count;
    }

    int shardOf(E event) {
        int hash = key.apply(event).hashCode();
        hash *= 0x9E3779B9;
        return (int) (((hash & 0xFFFFFFFFL) * count) >>> 32);
    }
}
