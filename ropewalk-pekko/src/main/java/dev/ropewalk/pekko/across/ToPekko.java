package dev.ropewalk.pekko.across;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Terminated;
import org.apache.pekko.actor.UntypedAbstractActor;

/**
 * Passes messages on to an actor of Pekko. Only an actor of Pekko can watch that: each adapter has one, which ends with it.
 *
 * @param <M> the type of the messages
 */
public final class ToPekko<M> implements Actor<M> {
    private final org.apache.pekko.actor.ActorRef target;
    private final org.apache.pekko.actor.ActorSystem pekko;
    private final org.apache.pekko.actor.ActorRef watcher;

    /**
     * Makes an adapter and the actor that watches its target.
     *
     * @throws IllegalStateException if Pekko's system is terminated
     */
    public ToPekko(
            ActorContext<M> context, org.apache.pekko.actor.ActorRef target, org.apache.pekko.actor.ActorSystem pekko) {
        this.target = target;
        this.pekko = pekko;
        ActorSystem system = context.system();
        ActorRef<M> self = context.self();
        this.watcher = pekko.actorOf(Props.create(Watcher.class, () -> new Watcher(target, system, self)));
    }

    @Override
    public void receive(M message) {
        target.tell(message, org.apache.pekko.actor.ActorRef.noSender());
    }

    @Override
    public void postStop() {
        pekko.stop(watcher);
    }

    /** Stops the adapter when the target has stopped, or all of Pekko's system does. */
    static final class Watcher extends UntypedAbstractActor {
        private final org.apache.pekko.actor.ActorRef target;
        private final ActorSystem system;
        private final ActorRef<?> adapter;

        Watcher(org.apache.pekko.actor.ActorRef target, ActorSystem system, ActorRef<?> adapter) {
            this.target = target;
            this.system = system;
            this.adapter = adapter;
        }

        @Override
        public void preStart() {
            getContext().watch(target);
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Terminated) {
                getContext().stop(getSelf());
            }
        }

        @Override
        public void postStop() {
            system.stop(adapter);
        }
    }
}
