package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;

/** A behaviour in front of another that notes each message for the receive timeout, so that others needn't ask for it. */
record ReceiveTimeoutTracker<M>(Actor<M> behaviour, ActorTimers<M> timers) implements Actor<M> {
    @Override
    public void receive(M message) throws Exception {
        timers.noteMessage();
        behaviour.receive(message);
    }
}
