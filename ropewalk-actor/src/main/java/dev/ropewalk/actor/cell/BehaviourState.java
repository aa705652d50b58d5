package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.mailbox.MessageQueue;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The cold state of an {@link EventCell}: its behaviours while it isn't active or has changed them, the messages that wait meanwhile,
 * its stash and its timers. Belongs to the actor; other threads read only {@code held.count()}.
 *
 * @param <M> the type of the actor's messages
 */
final class BehaviourState<M> extends ColdState<M> {
    final HeldMessages held = new HeldMessages();

    /** Whether a {@link dev.ropewalk.actor.supervision.InternalMessage.Drain} is on its way. */
    boolean draining;

    /** The behaviour while the actor isn't active. */
    @Nullable
    Actor<M> paused;

    /** The behaviours below the current one. */
    @Nullable
    ArrayDeque<Actor<M>> below;

    /** The behaviour that the factory made, if another has taken its place. */
    @Nullable
    Actor<M> made;

    @Nullable
    ActorStash<M> stash;

    @Nullable
    ActorTimers<M> timers;

    BehaviourState(CellSystem system, ActorOptions<? super M> options, @Nullable MessageQueue<M> queue) {
        super(system, options, queue);
    }

    /** Returns a behaviour with all in front of it that notes messages. */
    Actor<M> noting(Actor<M> behaviour, EventCell<M> cell) {
        Actor<M> noted = timers != null && timers.hasReceiveTimeout()
                ? new ReceiveTimeoutTracker<>(behaviour, timers)
                : behaviour;
        MessageSampler current = sampler;
        return current == null ? noted : new SampledBehaviour<>(noted, current, cell);
    }

    void forgetBehaviours() {
        paused = null;
        made = null;
        below = null;
    }

    void endTimers() {
        if (timers != null) {
            timers.endAll();
        }
    }
}
