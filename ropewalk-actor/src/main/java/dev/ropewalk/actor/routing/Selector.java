package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the routee that gets a message. Any thread may ask, without a lock. A routee that has stopped isn't chosen, even if it is
 * still among the routees: the next one is.
 *
 * @param <M> the type of the messages
 */
interface Selector<M> {
    /** Returns the routee for a message; null if none is alive. */
    @Nullable
    ActorRef<M> select(M message);

    /** Returns the same way of choosing among other routees. */
    Selector<M> over(List<ActorRef<M>> routees);
}
