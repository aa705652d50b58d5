package dev.ropewalk.cluster.pekko.shard;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Fair shares: each owner is to have as many shards as the others, or one less. */
final class Shares {
    /** This part of all shards moves at a time, but one at least. */
    private static final int PART = 5;

    private Shares() {}

    /** Returns an owner that has no more shards than any other; empty if there is none. */
    static <T> Optional<T> least(Map<T, List<String>> shards) {
        return shards.entrySet().stream()
                .min((one, other) ->
                        Integer.compare(one.getValue().size(), other.getValue().size()))
                .map(Map.Entry::getKey);
    }

    /** Returns which shards are to have another owner, which is then the one that has {@link #least}. None if the shares are fair. */
    static Set<String> unfair(List<List<String>> shards) {
        int[] counts = shards.stream().mapToInt(List::size).toArray();
        int all = 0;
        for (int count : counts) {
            all += count;
        }
        Set<String> moving = new LinkedHashSet<>();
        while (moving.size() < Math.max(1, all / PART)) {
            int most = 0;
            int least = 0;
            for (int i = 1; i < counts.length; i++) {
                most = counts[i] > counts[most] ? i : most;
                least = counts[i] < counts[least] ? i : least;
            }
            if (counts.length == 0 || counts[most] - counts[least] < 2) {
                break;
            }
            counts[least]++;
            counts[most]--; // it never was the least: that has one more than the next least at most
            moving.add(shards.get(most).get(counts[most]));
        }
        return moving;
    }
}
