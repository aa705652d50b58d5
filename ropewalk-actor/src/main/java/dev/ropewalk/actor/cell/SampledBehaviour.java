package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;

/** Notes each message for a sample, and goes away when that has ended. */
final class SampledBehaviour<M> extends Noting<M> {
    private final MessageSampler sampler;
    private final EventCell<M> cell;

    SampledBehaviour(Actor<M> behaviour, MessageSampler sampler, EventCell<M> cell) {
        super(behaviour);
        this.sampler = sampler;
        this.cell = cell;
    }

    @Override
    void note(M message) {
        if (!sampler.note(message)) {
            cell.sampleEnded();
        }
    }
}
