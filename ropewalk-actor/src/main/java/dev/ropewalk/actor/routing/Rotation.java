package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses by number: the routee whose number comes next, or drawn by lot. */
final class Rotation<M> implements Selector<M> {
    private final List<ActorRef<M>> routees;
    private final Predicate<ActorRef<?>> alive;
    private final IntUnaryOperator first;

    /** @param first returns a number below the number of routees */
    Rotation(List<ActorRef<M>> routees, Predicate<ActorRef<?>> alive, IntUnaryOperator first) {
        this.routees = routees;
        this.alive = alive;
        this.first = first;
    }

    /** Returns a counter through the numbers. It is one for all senders, and goes on where it was when the bound changes. */
    static IntUnaryOperator turns() {
        var turn = new AtomicInteger();
        return bound -> (turn.getAndIncrement() & Integer.MAX_VALUE) % bound;
    }

    @Override
    public @Nullable ActorRef<M> select(M message) {
        int size = routees.size();
        int start = size == 0 ? 0 : first.applyAsInt(size);
        for (int i = 0; i < size; i++) {
            ActorRef<M> routee = routees.get((start + i) % size);
            if (alive.test(routee)) {
                return routee;
            }
        }
        return null;
    }

    @Override
    public Selector<M> over(List<ActorRef<M>> others) {
        return new Rotation<>(others, alive, first);
    }
}
