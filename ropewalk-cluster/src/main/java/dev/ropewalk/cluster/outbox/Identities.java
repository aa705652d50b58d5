package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.outbox.Storage.Identity;
import dev.ropewalk.cluster.reliable.SenderNumber;
import java.security.SecureRandom;

/** By what entities know the lanes of an outbox. */
final class Identities {
    private static final long ID_MASK = (1L << 47) - 1;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Identities() {}

    /**
     * Returns the identity of an opening. Its salt is another one if records may be lost that were sent: the machine may have stopped meanwhile.
     *
     * @param hasLost whether some are known to be lost
     * @param cluster the name of the cluster
     * @throws OutboxException if the messages are for entities of another cluster
     */
    static Identity next(Storage storage, boolean hasLost, String cluster) {
        String boot = storage.boot();
        Identity last = storage.identity().orElse(null);
        if (last == null) {
            return new Identity(1, newId(), boot, cluster, false);
        }
        if (!last.cluster().equals(cluster)) {
            throw new OutboxException(storage + " is of the cluster '" + last.cluster() + "', and can't be opened in '"
                    + cluster + "': what is in it would go to other entities");
        }
        long salt = !hasLost && isWhole(last, boot) ? last.salt() : newId();
        return new Identity(last.openings() + 1, salt, boot, cluster, false);
    }

    private static boolean isWhole(Identity last, String boot) {
        return last.isClosed() || (!boot.isEmpty() && boot.equals(last.boot()));
    }

    static Identity closed(Identity identity) {
        return new Identity(identity.openings(), identity.salt(), identity.boot(), identity.cluster(), true);
    }

    static long newId() {
        return RANDOM.nextLong() & ID_MASK;
    }

    /** Returns the number by which entities know a lane. */
    static long number(Identity identity, long lane) {
        return SenderNumber.lasting(lane ^ identity.salt(), identity.openings());
    }
}
