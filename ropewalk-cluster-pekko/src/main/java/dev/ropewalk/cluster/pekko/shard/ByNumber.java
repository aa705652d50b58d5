package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.wire.Locate;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.jspecify.annotations.Nullable;

/** A message for a shard goes to the entity that has the shard's number. Others are unhandled. */
final class ByNumber implements ShardRegion.MessageExtractor {
    private final int count;

    ByNumber(int count) {
        this.count = count;
    }

    @Override
    public @Nullable String entityId(Object message) {
        return message instanceof Locate(int shard) && shard >= 0 && shard < count ? Integer.toString(shard) : null;
    }

    @Override
    public Object entityMessage(Object message) {
        return message;
    }

    @Override
    public @Nullable String shardId(Object message) {
        return entityId(message);
    }
}
