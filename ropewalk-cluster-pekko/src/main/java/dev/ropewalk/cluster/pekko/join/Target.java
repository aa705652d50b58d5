package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The member by which a node joins. While it has one it is on its way into a cluster: it gives no vote, founds nothing, and so nobody founds that knows it. So it lets go of one that is no member any more, or of whom it will hear nothing more,
 * and is again what it was before: who then knows of no member either may found, by the same rules as if this node had just started.
 */
final class Target {
    /** A member that doesn't let this node in for so long isn't the only one that is tried. */
    private static final long ANOTHER_NANOS = Duration.ofSeconds(6).toNanos();

    private @Nullable Sight sight;
    private long since;

    boolean isSet() {
        return sight != null;
    }

    /** Returns its address. */
    Optional<NodeAddress> seed() {
        return Optional.ofNullable(sight).map(set -> set.seed);
    }

    /** Lets go of one at whose address nobody is, or a process that is in no cluster, or that isn't asked any more. Returns whether it does. */
    boolean settle(Sights sights, long now) {
        if (sight == null || (!sight.isAbsent() && !sight.isNoMember(now) && sights.of(sight.seed) == sight)) {
            return false;
        }
        sight = null;
        return true;
    }

    /**
     * Chooses one.
     *
     * @param members those to choose from, at least one
     * @return by whom to join from now on; empty if it stays the same
     */
    Optional<NodeAddress> choose(List<Sight> members, long now) {
        int place = sight == null ? -1 : members.indexOf(sight);
        if (place >= 0 && now - since < ANOTHER_NANOS) {
            return Optional.empty();
        }
        sight = members.get((place + 1) % members.size());
        since = now;
        return seed();
    }
}
