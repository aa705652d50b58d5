package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom this node has promised to found no cluster. Each node that may found one asks all others that it knows, and founds only with a promise of each that is there, none of them older than
 * {@link Sight} takes for fresh. A node promises to one at a time, and to a lower address only if it may found one itself: so of two that may, and ask each other or a third one, one founds
 * at most while promises last. When one has lasted, whoever had it may have founded a cluster: its voter promises to another only when it has seen that this isn't so.
 *
 * <p>Where seeds are discovered, two nodes may know different others. If each needs the promises of more than half of all nodes, itself counted, a third node is asked by both; it promises to one of them first. That one founds, if it does, within
 * three seconds of its question. The other gets the promise only after six, and when the first has said, asked after that, that it has founded none, or is gone.
 */
final class Votes {
    /** Longer than who was promised takes the promise for fresh, and then needs to found. */
    private static final long PROMISE_NANOS = Duration.ofSeconds(6).toNanos();

    /** By which one of two that ask each other yields. */
    static final Comparator<NodeAddress> ORDER =
            Comparator.comparing(NodeAddress::host).thenComparingInt(NodeAddress::port);

    private final NodeAddress self;
    private @Nullable NodeAddress promisedTo;
    private long until;

    /** What the voter has seen of others. */
    @FunctionalInterface
    interface Seen {
        /** Whether a node has said that it has founded no cluster, when it was asked after a time, or is gone. */
        boolean isClearSince(NodeAddress node, long time);
    }

    Votes(NodeAddress self) {
        this.self = self;
    }

    /** Promises to an address, or renews the promise, if nothing stands against it; returns whether it does. */
    boolean promise(NodeAddress asker, boolean mayFound, long now, Seen seen) {
        if (!isFreeFor(asker, now, seen) || (mayFound && ORDER.compare(self, asker) < 0)) {
            return false;
        }
        promisedTo = asker;
        until = now + PROMISE_NANOS;
        return true;
    }

    private boolean isFreeFor(NodeAddress asker, long now, Seen seen) {
        return promisedTo == null
                || asker.equals(promisedTo)
                || (!hasPromised(now) && seen.isClearSince(promisedTo, until));
    }

    /** A node says that it is no candidate: what it was promised is of no use to it any more, since it asks all others anew before it founds a cluster. */
    void release(NodeAddress node) {
        if (node.equals(promisedTo)) {
            promisedTo = null;
        }
    }

    /** Forgets who had a promise that is over, when it is seen that it has founded none by it. */
    void settle(long now, Seen seen) {
        if (promisedTo != null && !hasPromised(now) && seen.isClearSince(promisedTo, until)) {
            promisedTo = null;
        }
    }

    /** Returns who has a promise, or had the last one and may have founded a cluster by it. */
    Optional<NodeAddress> promisee() {
        return Optional.ofNullable(promisedTo);
    }

    /** Whether a promise holds. */
    boolean hasPromised(long now) {
        return promisedTo != null && until - now > 0;
    }
}
