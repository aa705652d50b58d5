package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The claims of a pipeline's producers, to be given up when their owners die. A producer itself isn't kept: one that nobody can
 * reach any more leaves the list without having been closed, unless its claim is open.
 */
public final class Producers<E> {
    private static final int LEAST_BEFORE_SEARCH = 64;

    private final Set<Claim<E>> claims = ConcurrentHashMap.newKeySet();

    /** How many there may be before those are looked for that nobody can use any more. A race does no more than a search. */
    private volatile int searchAt = LEAST_BEFORE_SEARCH;

    public void add(Claim<E> claim) {
        if (claims.size() >= searchAt) {
            boolean ignored = claims.removeIf(Claim::isForgotten);
            searchAt = Math.max(LEAST_BEFORE_SEARCH, 2 * claims.size());
        }
        boolean ignored = claims.add(claim);
    }

    public void remove(Claim<E> claim) {
        boolean ignored = claims.remove(claim);
    }

    /** Returns how many are listed. */
    public int size() {
        return claims.size();
    }

    /** Gives up the claims whose owners have ended; returns whether there were any. */
    boolean abortClaimsOfTheDead() {
        boolean any = false;
        for (Claim<E> claim : claims) {
            any |= claim.abortIfDead();
        }
        return any;
    }
}
