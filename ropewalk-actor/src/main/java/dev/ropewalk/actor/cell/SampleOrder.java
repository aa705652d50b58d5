package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;

/** Have the messages of an actor sampled. */
final class SampleOrder extends SystemMessage {
    private final MessageSampler sampler;

    SampleOrder(MessageSampler sampler) {
        this.sampler = sampler;
    }

    @Override
    public void apply(ActorLife<?> actor) {
        ((Cell<?>) actor).sampleBy(sampler);
    }
}
