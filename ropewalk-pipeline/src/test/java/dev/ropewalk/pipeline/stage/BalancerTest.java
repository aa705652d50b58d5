package dev.ropewalk.pipeline.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which shard gets which bucket. */
class BalancerTest {
    @Test
    void shouldGiveTheHeaviestBucketAShardOfItsOwn() {
        int[] owners = {0, 0, 0, 1};
        long[] loads = {50, 20, 20, 10};

        int[] assigned = Balancer.heaviestFirst(owners, loads, 2);

        assertThat(Balancer.sums(assigned, loads, 2)).containsExactlyInAnyOrder(50L, 50L);
    }

    @Test
    void shouldLeaveBucketsThatHadNoEvent() {
        int[] owners = {0, 0, 0, 0, 1, 1};
        long[] loads = {5, 5, 0, 0, 0, 0};

        int[] assigned = Balancer.heaviestFirst(owners, loads, 2);

        assertThat(Arrays.copyOfRange(assigned, 2, 6)).containsExactly(0, 0, 1, 1);
        assertThat(assigned[0]).isNotEqualTo(assigned[1]);
    }

    @Test
    void shouldMoveNothingIfNothingIsWon() {
        int[] owners = {0, 1, 0, 1};
        long[] loads = {90, 3, 0, 2};

        assertThat(Balancer.heaviestFirst(owners, loads, 2)).isEqualTo(owners);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldBeNoFurtherFromFairThanTheHeaviestBucketThatShares(long seed) {
        var random = new Random(seed);
        int shards = 1 + random.nextInt(8);
        int[] owners = new int[256];
        var loads = new long[owners.length];
        for (int bucket = 0; bucket < owners.length; bucket++) {
            owners[bucket] = random.nextInt(shards);
            loads[bucket] = (long) (100 / (1 - random.nextDouble()));
        }

        int[] assigned = Balancer.heaviestFirst(owners, loads, shards);

        long[] sorted = Arrays.stream(loads).sorted().toArray();
        long fair = Math.ceilDiv(Arrays.stream(loads).sum(), shards);
        long firstThatShares = sorted[sorted.length - shards - 1];
        assertThat(Collections.max(Balancer.sums(assigned, loads, shards)))
                .isLessThanOrEqualTo(Math.max(sorted[sorted.length - 1], fair + firstThatShares));
    }
}
