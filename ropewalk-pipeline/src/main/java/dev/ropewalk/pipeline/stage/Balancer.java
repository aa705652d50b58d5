package dev.ropewalk.pipeline.stage;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Chooses which shard gets which bucket of keys. */
@FunctionalInterface
public interface Balancer {
    /**
     * Returns a shard for each bucket.
     *
     * @param owners the present one of each bucket
     * @param loads how many events of each bucket there were
     * @param shards how many there are
     */
    int[] assign(int[] owners, long[] loads, int shards);

    /**
     * Gives the buckets, the heaviest first, each to the shard that has least so far: at most a third more on one shard than the
     * best assignment (Graham, Bounds on multiprocessing timing anomalies, 1969). Buckets without any event stay where they are,
     * and all do if nothing is won.
     */
    static int[] heaviestFirst(int[] owners, long[] loads, int shards) {
        int[] assigned = owners.clone();
        var sums = new long[shards];
        IntStream.range(0, owners.length)
                .filter(bucket -> loads[bucket] > 0)
                .boxed()
                .sorted(Comparator.comparingLong(bucket -> -loads[bucket]))
                .forEach(bucket -> {
                    int lightest = lightest(sums, owners[bucket]);
                    assigned[bucket] = lightest;
                    sums[lightest] += loads[bucket];
                });
        return heaviest(assigned, loads, shards) < heaviest(owners, loads, shards) ? assigned : owners;
    }

    private static int lightest(long[] sums, int preferred) {
        int lightest = preferred;
        for (int shard = 0; shard < sums.length; shard++) {
            if (sums[shard] < sums[lightest]) {
                lightest = shard;
            }
        }
        return lightest;
    }

    private static long heaviest(int[] owners, long[] loads, int shards) {
        return sums(owners, loads, shards).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /** Returns how many of the events each shard has. */
    static List<Long> sums(int[] owners, long[] loads, int shards) {
        var sums = new long[shards];
        for (int bucket = 0; bucket < owners.length; bucket++) {
            sums[owners[bucket]] += loads[bucket];
        }
        return IntStream.range(0, shards).mapToObj(shard -> sums[shard]).toList();
    }
}
