package dev.ropewalk.pekko.across;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * Passes messages on to an actor of Ropewalk, and stops when that has stopped.
 *
 * @param <Q> the type of the messages
 */
abstract class ToRopewalk<Q> extends UntypedAbstractActor {
    private final Class<Q> type;
    private final CompletableFuture<Void> stopped;

    ToRopewalk(ActorSystem system, Class<Q> type, ActorRef<?> target) {
        this.type = type;
        this.stopped = system.whenStopped(target);
    }

    /** Whether the callback runs here or in the code of the other actor, it only sends. */
    @Override
    public void preStart() {
        org.apache.pekko.actor.ActorRef self = getSelf();
        var _ = stopped.thenRun(() -> self.tell(Stopped.TARGET, org.apache.pekko.actor.ActorRef.noSender()));
    }

    @Override
    public final void onReceive(Object message) {
        if (message == Stopped.TARGET) {
            getContext().stop(getSelf());
        } else if (type.isInstance(message)) {
            pass(type.cast(message), getSender());
        } else {
            unhandled(message);
        }
    }

    abstract void pass(Q message, org.apache.pekko.actor.ActorRef sender);

    /** The other actor keeps the future until then. */
    @Override
    public void postStop() {
        stopped.cancel(false);
    }

    private enum Stopped {
        TARGET
    }
}
