package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;

/** Notes each message for the receive timeout. */
final class ReceiveTimeoutTracker<M> extends Noting<M> {
    private final ActorTimers<M> timers;

    ReceiveTimeoutTracker(Actor<M> behaviour, ActorTimers<M> timers) {
        super(behaviour);
        this.timers = timers;
    }

    @Override
    void note(M message) {
        timers.noteMessage();
    }
}
