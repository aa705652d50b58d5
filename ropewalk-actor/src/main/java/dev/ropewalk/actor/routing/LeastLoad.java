package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the routee with the least to do. It counts at most {@value #MAX_COUNTED} messages of each, and no more than the least
 * found so far, because a mailbox is counted by walking it; routees with more are taken in turn, as are those with equally
 * many.
 */
final class LeastLoad<M> implements Selector<M> {
    /** How much an actor has to do. */
    interface Loads {
        /**
         * Returns how many messages wait or are being handled, or any number from {@code max} on if there are so many; a
         * negative number if the actor has stopped.
         */
        int load(ActorRef<?> actor, int max);
    }

    static final int MAX_COUNTED = 64;

    private final List<ActorRef<M>> routees;
    private final Loads loads;
    private final IntUnaryOperator turns;

    LeastLoad(List<ActorRef<M>> routees, Loads loads, IntUnaryOperator turns) {
        this.routees = routees;
        this.loads = loads;
        this.turns = turns;
    }

    @Override
    public @Nullable ActorRef<M> select(M message) {
        int size = routees.size();
        int start = size == 0 ? 0 : turns.applyAsInt(size);
        ActorRef<M> best = null;
        int least = MAX_COUNTED;
        for (int i = 0; i < size; i++) {
            ActorRef<M> routee = routees.get((start + i) % size);
            int load = loads.load(routee, least);
            if (load == 0) {
                return routee;
            }
            if (load > 0 && (best == null || load < least)) {
                best = routee;
                least = Math.min(load, MAX_COUNTED);
            }
        }
        return best;
    }

    @Override
    public Selector<M> over(List<ActorRef<M>> others) {
        return new LeastLoad<>(others, loads, turns);
    }
}
