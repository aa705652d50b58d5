package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The addresses that a node asks: its seeds as they were found last, and where they are discovered also, for a while, those that were found before and those of nodes that have asked this one. So when one of two nodes has found the other, both know each other.
 */
final class SeedList {
    /** So often seeds that may change are looked for by a node that joins. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    /** So often they are by a member. */
    private static final long PAUSE_OF_MEMBER_NANOS = Duration.ofSeconds(15).toNanos();

    /** A look that takes longer is told. */
    private static final long SLOW_NANOS = Duration.ofSeconds(3).toNanos();

    /** A node that has asked is known for so long. A member asks far more often. */
    private static final long HEARD_NANOS = Duration.ofSeconds(30).toNanos();

    /** Who founds must have found its seeds by a look that was begun so lately: some times as long as the pause between two. */
    private static final long LATELY_NANOS = Duration.ofSeconds(5).toNanos();

    private static final int MAX_HEARD = 1000;

    private final Seeds seeds;
    private final NodeAddress self;
    private final Map<NodeAddress, Long> heard = new HashMap<>();
    private List<NodeAddress> named = List.of();
    private boolean isNamed;
    private boolean isLooking;
    private long lookedAt;
    private long namedSince;
    private Optional<String> failure = Optional.empty();

    SeedList(Seeds seeds, NodeAddress self) {
        this.seeds = seeds;
        this.self = self;
    }

    // Looking

    /** Whether it is time to look for them. */
    boolean isDue(long now, boolean isMember) {
        boolean isOver = now - lookedAt >= (isMember ? PAUSE_OF_MEMBER_NANOS : PAUSE_NANOS);
        return !isLooking && (isNamed ? seeds.mayChange() && isOver : failure.isEmpty() || isOver);
    }

    void beginLook(long now) {
        isLooking = true;
        lookedAt = now;
    }

    /** A look is over. Returns whether other addresses are to be asked from now on. */
    boolean looked(Lookup lookup, long now) {
        isLooking = false;
        failure = lookup.failure();
        if (failure.isPresent()) {
            return false;
        }
        namedSince = lookup.began();
        boolean isChanged = !isNamed || !named.equals(lookup.addresses());
        isNamed = true;
        List<NodeAddress> before = named;
        named = lookup.addresses();
        for (NodeAddress vanished : before) {
            if (!named.contains(vanished)) {
                heard(vanished, now);
            }
        }
        return isChanged;
    }

    /** A node asks this one. Returns whether that makes it one to be asked. */
    boolean heard(NodeAddress node, long now) {
        if (!seeds.mayChange() || node.equals(self) || (heard.size() >= MAX_HEARD && !heard.containsKey(node))) {
            return false;
        }
        return heard.put(node, now) == null && !named.contains(node);
    }

    /** A node has said that it is a member: if it would be forgotten, that isn't until it says so no more for as long. */
    void keepMember(NodeAddress node, long now) {
        heard.replace(node, now);
    }

    /**
     * Forgets who hasn't asked for long, or was found last long ago. Returns whether fewer addresses are to be asked from now on.
     *
     * @param kept is not forgotten
     */
    boolean forget(long now, Optional<NodeAddress> kept) {
        boolean isChanged = false;
        for (NodeAddress node : List.copyOf(heard.keySet())) {
            boolean isKept = kept.filter(node::equals).isPresent();
            if (!isKept && now - heard.getOrDefault(node, now) > HEARD_NANOS) {
                heard.remove(node);
                isChanged |= !named.contains(node);
            }
        }
        return isChanged;
    }

    // Asking

    boolean isNamed() {
        return isNamed;
    }

    /** Whether the seeds were found by a look that was begun after a time. */
    boolean isFreshSince(long time) {
        return !seeds.mayChange() || (isNamed && namedSince - time >= 0);
    }

    /** Whether this node may found a cluster, as far as its seeds are known. */
    boolean mayFound(long now) {
        return isNamed && seeds.mayFound(self, named) && isFreshSince(now - LATELY_NANOS);
    }

    /** Returns whom to ask, in order. */
    Collection<NodeAddress> others() {
        Set<NodeAddress> others = new LinkedHashSet<>(named);
        others.addAll(heard.keySet());
        others.remove(self);
        return others;
    }

    // Telling

    /** Says what the last look has failed by, or that one takes long; empty if neither is so. */
    String trouble(long now) {
        return failure.map(why -> "Its seeds couldn't be found: " + why)
                .orElseGet(() -> isLooking && now - lookedAt > SLOW_NANOS
                        ? "It has looked for its seeds for "
                                + Duration.ofNanos(now - lookedAt).toSeconds() + " s, without an answer yet"
                        : "");
    }

    /** Says what is in the way of a cluster, after what was found at each address. */
    String advice(int outside, Predicate<NodeAddress> runs, long now) {
        String look = trouble(now);
        if (!isNamed) {
            return look;
        }
        return look.isEmpty()
                ? seeds.advice(self, named, runs, outside)
                : look + ". Before: " + seeds.advice(self, named, runs, outside);
    }
}
