package dev.ropewalk.pipeline;

import dev.ropewalk.base.Nulls;
import java.util.Collections;
import java.util.List;

/**
 * What {@linkplain Pipeline#rebalance rebalancing} a stage has changed. Keys are moved in buckets, each of many keys.
 *
 * @param before how many events each shard has had since buckets were last moved
 * @param after how many of the same events each would have had with the keys that it has been given
 * @param movedBuckets how many buckets of keys have gone to another shard; zero if that would have won nothing
 * @param buckets how many buckets there are
 */
public record RebalanceReport(List<Long> before, List<Long> after, int movedBuckets, int buckets) {
    public RebalanceReport {
        before = Nulls.copy(before, "before");
        after = Nulls.copy(after, "after");
    }

    /** Returns how many events the busiest shard had. */
    public long heaviestBefore() {
        return Collections.max(before);
    }

    /** Returns how many of the same events the busiest shard would have had. */
    public long heaviestAfter() {
        return Collections.max(after);
    }
}
