package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.mailbox.MessageQueue;
import dev.ropewalk.actor.mailbox.Tracked;
import dev.ropewalk.actor.supervision.ColdLife;
import org.jspecify.annotations.Nullable;

/**
 * What most actors never need, so that an idle one stays small: it is made for an actor with options of its own, with children, with
 * watches, or that has failed. Belongs to the actor: other threads read only the final fields. The thread of a blocking actor reads the sampler, too.
 *
 * @param <M> the type of the actor's messages
 */
class ColdState<M> extends ColdLife<M> {
    /** Here children find the system that they live in. */
    final CellSystem system;

    final ActorOptions<? super M> options;
    final @Nullable MessageQueue<M> queue;

    /** How many messages this actor has sent that wait for room, and how many pauses it is in. */
    int suspensions;

    /** How many behaviours were replaced by restarts. */
    int ended;

    /** How many stages it waits for. Other threads may read an old number. */
    int pauses;

    /** The message that has begun these pauses, if its sender wants to hear when it was handled. */
    @Nullable
    Tracked unfinished;

    /** What samples the messages; null unless somebody has asked for that. */
    volatile @Nullable MessageSampler sampler;

    ColdState(CellSystem system, ActorOptions<? super M> options, @Nullable MessageQueue<M> queue) {
        this.system = system;
        this.options = options;
        this.queue = queue;
    }

    /** What has begun the pauses was handled. */
    final void finish(@Nullable Throwable failure) {
        Tracked tracked = unfinished;
        unfinished = null;
        if (tracked != null) {
            tracked.handled(failure);
        }
    }
}
