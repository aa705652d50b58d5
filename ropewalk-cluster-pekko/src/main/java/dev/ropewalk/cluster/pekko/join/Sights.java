package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.wire.Standing;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is known of all seeds but this node, in their order. */
final class Sights {
    private final Map<NodeAddress, Sight> sights = new LinkedHashMap<>();

    /** These are the seeds from now on. */
    void set(Collection<NodeAddress> seeds, long now) {
        sights.keySet().retainAll(seeds);
        seeds.forEach(seed -> sights.computeIfAbsent(seed, added -> new Sight(added, now)));
    }

    Collection<Sight> all() {
        return sights.values();
    }

    @Nullable
    Sight of(NodeAddress seed) {
        return sights.get(seed);
    }

    boolean isEmpty() {
        return sights.isEmpty();
    }

    /** Returns the seeds that have said lately that they are members. */
    List<Sight> members(long now) {
        return sights.values().stream()
                .filter(sight ->
                        sight.standing(now).filter(Standing.MEMBER::equals).isPresent())
                .toList();
    }

    /** Whether something is known to run at an address. */
    boolean isRunning(NodeAddress seed) {
        Sight sight = sights.get(seed);
        return sight != null && sight.isThere();
    }

    /** Whether each but one is known to be no member. */
    boolean areNoMembersBut(NodeAddress one, long now) {
        return sights.values().stream().allMatch(sight -> sight.seed.equals(one) || sight.isNoMember(now));
    }

    /** Whether each is known to be no member, from what was begun after a time. */
    boolean areClearSince(long time, long now) {
        return sights.values().stream().allMatch(sight -> sight.isClearSince(time, now));
    }

    /** Returns how many have said that they are in no cluster, in answers to what was asked after a time. */
    int countOutside(long time, long now) {
        return (int) sights.values().stream()
                .filter(sight -> sight.isOutsideSince(time, now))
                .count();
    }

    /** Whether one has said lately that it is, or may soon be, a member. */
    boolean areContradicted(long now) {
        return sights.values().stream()
                .anyMatch(sight -> sight.standing(now)
                        .filter(standing -> standing != Standing.OUTSIDE)
                        .isPresent());
    }

    String inWords(long now) {
        return sights.values().stream()
                .map(sight -> sight.seed + " " + sight.inWords(now))
                .collect(Collectors.joining("; "));
    }
}
