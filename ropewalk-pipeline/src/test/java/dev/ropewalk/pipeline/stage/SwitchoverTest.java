package dev.ropewalk.pipeline.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards that make steps in a random order, each at a random pace, from one random assignment to another. */
class SwitchoverTest {
    private static final int BUCKETS = 8;
    private static final int EVENTS = 400;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldKeepTheOrderOfEachBucketAndLoseNothing(long seed) {
        var random = new Random(seed);
        int shards = 1 + random.nextInt(5);
        int[] old = random.ints(BUCKETS, 0, shards).toArray();
        int[] target = random.ints(BUCKETS, 0, shards).toArray();
        int[] buckets = random.ints(EVENTS, 0, BUCKETS).toArray();
        int begin = random.nextInt(EVENTS * shards);
        Switchover switchover = null;
        var next = new long[shards];
        var lastOfBucket = new long[BUCKETS];
        var handled = new int[EVENTS];
        Arrays.fill(lastOfBucket, -1);
        int[][] owners = new int[shards][];
        Arrays.fill(owners, old);

        int moves = 0;
        while (Arrays.stream(next).anyMatch(position -> position < EVENTS)) {
            assertThat(moves).as("seed %d: steps until all are done", seed).isLessThan(1_000_000);
            if (moves++ == begin) {
                switchover = new Switchover(target, shards);
            }
            int shard = random.nextInt(shards);
            long limit = EVENTS - 1;
            if (switchover != null) {
                while (switchover.canStep(shard, next[shard])) {
                    if (switchover.isSwitch(shard)) {
                        owners[shard] = target;
                    }
                    if (switchover.step(shard, next[shard]) && switchover.mustHandOver()) {
                        assertThat(next)
                                .as("seed %d: all stand at the boundary", seed)
                                .containsOnly(next[shard]);
                        switchover.handedOver();
                    }
                }
                limit = Math.min(limit, switchover.limit(shard));
            }
            long end = Math.min(limit, next[shard] + random.nextInt(20));
            for (; next[shard] <= end; next[shard]++) {
                int event = (int) next[shard];
                int bucket = buckets[event];
                if (owners[shard][bucket] == shard) {
                    assertThat(lastOfBucket[bucket])
                            .as("seed %d, bucket %d", seed, bucket)
                            .isLessThan(event);
                    lastOfBucket[bucket] = event;
                    handled[event]++;
                }
            }
        }
        assertThat(handled).as("seed %d", seed).containsOnly(1);
    }
}
