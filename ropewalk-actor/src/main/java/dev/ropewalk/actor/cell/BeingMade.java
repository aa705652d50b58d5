package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorFactory;
import org.jspecify.annotations.Nullable;

/** The actors that the calling thread is making; their strands haven't begun, and can't tell whose code runs. */
public final class BeingMade {
    private static final ThreadLocal<Making> INNERMOST = new ThreadLocal<>();

    private BeingMade() {}

    /** An actor that is being made, maybe by the factory of another one. */
    private record Making(Cell<?> cell, @Nullable Making outer) {}

    /** Makes the behaviour of an actor. */
    static <M> Actor<M> make(ContextCell<M> cell, ActorFactory<M> factory) throws Exception {
        Making outer = INNERMOST.get();
        INNERMOST.set(new Making(cell, outer));
        try {
            return factory.create(cell);
        } finally {
            if (outer == null) {
                INNERMOST.remove();
            } else {
                INNERMOST.set(outer);
            }
        }
    }

    /** Returns the actor of a system that the calling thread is making, or null; it may be making others meanwhile. */
    public static @Nullable Cell<?> of(CellSystem system) {
        for (Making making = INNERMOST.get(); making != null; making = making.outer) {
            if (making.cell.system().equals(system)) {
                return making.cell;
            }
        }
        return null;
    }

    /** Returns whether the calling code is the factory of an actor, and not of one that it makes meanwhile. */
    static boolean isByFactoryOf(Cell<?> cell) {
        Making innermost = INNERMOST.get();
        return innermost != null && innermost.cell.equals(cell);
    }
}
