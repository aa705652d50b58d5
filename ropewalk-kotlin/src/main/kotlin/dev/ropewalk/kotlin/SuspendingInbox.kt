package dev.ropewalk.kotlin

import dev.ropewalk.actor.ActorContext
import dev.ropewalk.actor.ActorRef

/**
 * The mailbox as a suspending actor sees it. For the actor's own coroutines.
 *
 * @param M the type of the messages
 */
public interface SuspendingInbox<M : Any> {
    /** The actor's own ref. */
    public val self: ActorRef<M>

    /**
     * Suspends until there is a message. Cancelling the wait, by `withTimeoutOrNull` for instance, takes none; but handle the message within that block, since
     * its time may be up when it has its result, which it drops then. From the moment in which the actor is stopped this throws the [kotlinx.coroutines.CancellationException] of its coroutine.
     */
    public suspend fun receive(): M

    /** Goes through the messages as they come, until the actor is stopped: `for (message in inbox)`. */
    public operator fun iterator(): SuspendingIterator<M>

    /**
     * Does something with the actor's context, which only the thread of the actor may use: spawns a child, watches, arms a timer. It runs there when no
     * coroutine waits in [receive], and it can't suspend. A context of this kind has neither a stash nor behaviours.
     *
     * @return what it returned
     */
    public suspend fun <R> withContext(action: (ActorContext<M>) -> R): R
}
