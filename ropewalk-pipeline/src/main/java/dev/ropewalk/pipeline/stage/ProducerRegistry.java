package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The claims of a pipeline's producers, which are given up when their owners die. A producer itself isn't kept: a producer that
 * no thread can reach any more leaves the registry without having been closed, unless its claim is open.
 */
public final class ProducerRegistry {
    private static final int MIN_BEFORE_SEARCH = 64;

    private final Sequencer sequencer;
    private final CapacityWaiters waiters;
    private final Set<RegisteredClaim> claims = ConcurrentHashMap.newKeySet();

    /** How many there may be before those are looked for that no thread can use any more. A race does no more than a search. */
    private volatile int searchAt = MIN_BEFORE_SEARCH;

    public ProducerRegistry(Sequencer sequencer, CapacityWaiters waiters) {
        this.sequencer = sequencer;
        this.waiters = waiters;
    }

    public void add(RegisteredClaim claim) {
        if (claims.size() >= searchAt) {
            boolean ignored = claims.removeIf(RegisteredClaim::isForgotten);
            searchAt = Math.max(MIN_BEFORE_SEARCH, 2 * claims.size());
        }
        boolean ignored = claims.add(claim);
    }

    public void remove(RegisteredClaim claim) {
        boolean ignored = claims.remove(claim);
    }

    /** Returns how many are registered. */
    public int size() {
        return claims.size();
    }

    /** Gives up the claims of producers whose threads have ended; returns whether there were any. */
    public boolean abortClaimsOfTheDead() {
        boolean any = false;
        for (RegisteredClaim claim : claims) {
            any |= claim.abortIfDead();
        }
        if (any) {
            tellOfGivenUp();
        }
        return any;
    }

    /**
     * Tells stages and waiters of a claim that was given up for a dead owner. Called without a lock: a scheduler that has ended makes
     * this thread wake all waiters, by way of their executors.
     */
    public void tellOfGivenUp() {
        sequencer.signals.raise();
        waiters.idle();
    }
}
