package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Whom this node has promised to found no cluster. Each node that may found one asks all others that it knows, and founds only with a promise of each that is there, none of them older than
 * {@link Sight} takes for fresh. A node promises to one at a time, and to a lower address only if it may found one itself: so of two that may, and ask each other or a third one, one founds
 * at most while promises last.
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

    Votes(NodeAddress self) {
        this.self = self;
    }

    /** Promises to an address, or renews the promise, if nothing stands against it; returns whether it does. */
    boolean promise(NodeAddress asker, boolean mayFound, long now) {
        if (hasPromisedOther(asker, now) || (mayFound && ORDER.compare(self, asker) < 0)) {
            return false;
        }
        promisedTo = asker;
        until = now + PROMISE_NANOS;
        return true;
    }

    private boolean hasPromisedOther(NodeAddress asker, long now) {
        return hasPromised(now) && !asker.equals(promisedTo);
    }

    /** Whether a promise holds. */
    boolean hasPromised(long now) {
        return promisedTo != null && until - now > 0;
    }
}
