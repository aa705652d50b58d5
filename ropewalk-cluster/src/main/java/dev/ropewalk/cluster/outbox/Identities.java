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
     * Returns the identity of an opening. Its salt is another one if records may be lost that were sent: the machine may have stopped meanwhile, or the end of the log was cut, by whatever opened it since.
     *
     * @param cut the last cut of the log
     * @param cluster the name of the cluster
     * @throws OutboxException if the messages are for entities of another cluster
     */
    static Identity next(Storage storage, String cut, String cluster) {
        String boot = storage.boot();
        Identity last = storage.identity().orElse(null);
        if (last == null) {
            return new Identity(1, newId(), boot, cut, cluster, false);
        }
        if (!last.cluster().equals(cluster)) {
            throw new OutboxException(storage + " is of the cluster '" + last.cluster() + "', and can't be opened in '"
                    + cluster + "': what is in it would go to other entities");
        }
        long salt = isWhole(last, boot, cut) ? last.salt() : newId();
        return new Identity(last.openings() + 1, salt, boot, cut, cluster, false);
    }

    private static boolean isWhole(Identity last, String boot, String cut) {
        boolean isCut = !cut.isEmpty() && !cut.equals(last.cut());
        return !isCut && (last.isClosed() || (!boot.isEmpty() && boot.equals(last.boot())));
    }

    static Identity closed(Identity identity) {
        return new Identity(
                identity.openings(), identity.salt(), identity.boot(), identity.cut(), identity.cluster(), true);
    }

    static long newId() {
        return RANDOM.nextLong() & ID_MASK;
    }

    /** Returns the number by which entities know a lane. */
    static long number(Identity identity, long lane) {
        return SenderNumber.lasting(lane ^ identity.salt(), identity.openings());
    }
}
