package dev.ropewalk.cluster.pekko.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fair shares: each owner is to have as many shards as the others, or one less. Few shards move at a time: Pekko's coordinator writes where each is, one after another, so that those that move together wait for each other.
 */
final class Shares {
    private static final int AT_LEAST_AT_ONCE = 4;
    private static final int PART_AT_ONCE = 32;

    private Shares() {}

    /** Returns an owner that has no more shards than any other; empty if there is none. */
    static <T> Optional<T> least(Map<T, List<String>> shards) {
        return shards.entrySet().stream()
                .min((one, other) ->
                        Integer.compare(one.getValue().size(), other.getValue().size()))
                .map(Map.Entry::getKey);
    }

    /**
     * Returns which shards are to begin to move now, each to the owner that has {@link #least} then. None if the shares are fair, or enough move already.
     *
     * @param shards of each owner, without those that move
     * @param homeless of each node that is to have none, without those that move. They move first, those of all nodes in turn, and the latest before the others: one that came when the node was about to leave has begun nowhere
     * @param moving how many move already
     * @param hasNewcomer whether an owner is new; then one moves at a time of those that have a home
     */
    static Set<String> next(List<List<String>> shards, List<List<String>> homeless, int moving, boolean hasNewcomer) {
        Set<String> next = new LinkedHashSet<>();
        if (shards.isEmpty()) {
            return next;
        }
        int[] counts = shards.stream().mapToInt(List::size).toArray();
        int all = moving
                + Arrays.stream(counts).sum()
                + homeless.stream().mapToInt(List::size).sum();
        int room = Math.max(AT_LEAST_AT_ONCE, all / PART_AT_ONCE) - moving;
        for (int i = 0; i < moving; i++) {
            counts[least(counts)]++;
        }
        for (String shard : inTurn(homeless)) {
            if (next.size() < room) {
                counts[least(counts)]++;
                next.add(shard);
            }
        }
        int roomOfUnfair = hasNewcomer ? 1 - moving : room;
        while (next.size() < roomOfUnfair) {
            int least = least(counts);
            int most = most(counts);
            if (counts[most] - counts[least] < 2) {
                break;
            }
            counts[least]++;
            counts[most]--; // it never was the least: that has one more than the next least at most
            next.add(shards.get(most).get(counts[most]));
        }
        return next;
    }

    private static List<String> inTurn(List<List<String>> lists) {
        List<String> all = new ArrayList<>();
        int longest = lists.stream().mapToInt(List::size).max().orElse(0);
        for (int back = 1; back <= longest; back++) {
            for (List<String> list : lists) {
                if (list.size() >= back) {
                    all.add(list.get(list.size() - back));
                }
            }
        }
        return all;
    }

    private static int least(int[] counts) {
        int least = 0;
        for (int i = 1; i < counts.length; i++) {
            least = counts[i] < counts[least] ? i : least;
        }
        return least;
    }

    private static int most(int[] counts) {
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            most = counts[i] > counts[most] ? i : most;
        }
        return most;
    }
}
