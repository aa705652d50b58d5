package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;

/** A behaviour in front of another that notes each message, so that actors of which nobody wants that needn't ask for it. */
abstract sealed class Noting<M> implements Actor<M> permits ReceiveTimeoutTracker, SampledBehaviour {
    private final Actor<M> behaviour;

    Noting(Actor<M> behaviour) {
        this.behaviour = behaviour;
    }

    /** Returns the behaviour that others stand in front of. */
    static <M> Actor<M> behind(Actor<M> actor) {
        Actor<M> behaviour = actor;
        while (behaviour instanceof Noting<M> noting) {
            behaviour = noting.behaviour;
        }
        return behaviour;
    }

    @Override
    public final void receive(M message) throws Exception {
        note(message);
        behaviour.receive(message);
    }

    abstract void note(M message);
}
