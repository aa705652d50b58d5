package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Producer;

/** Gives up the claims of dead owners one by one, as the search of the registry does. */
public final class DeadClaims {
    private DeadClaims() {}

    /** Gives up a producer's claim if its owner is dead; returns whether it was open. */
    public static boolean abort(Producer<?> producer) {
        return producer instanceof OwnedProducer<?> owned && owned.claim.abortIfDead();
    }
}
