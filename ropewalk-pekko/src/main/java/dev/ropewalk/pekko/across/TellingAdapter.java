package dev.ropewalk.pekko.across;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import org.apache.pekko.actor.DeadLetter;

/**
 * Tells an actor of Ropewalk, and never waits for room in its mailbox.
 *
 * @param <M> the type of the messages
 */
public final class TellingAdapter<M> extends ToRopewalk<M> {
    private final ActorRef<? super M> target;

    /** Makes an adapter. */
    public TellingAdapter(ActorSystem system, Class<M> type, ActorRef<? super M> target) {
        super(system, type, target);
        this.target = target;
    }

    /** The first way allocates nothing. It overtakes none that wait for room: it is refused while they do. */
    @Override
    void pass(M message, org.apache.pekko.actor.ActorRef sender) {
        if (target.tryTell(message)) {
            return;
        }
        org.apache.pekko.actor.ActorSystem system = getContext().getSystem();
        org.apache.pekko.actor.ActorRef self = getSelf();
        var _ = target.tellAsync(message).whenComplete((sent, failure) -> {
            if (failure != null) {
                system.getEventStream().publish(new DeadLetter(message, sender, self));
            }
        });
    }
}
