@file:JvmName("Actors")

package dev.ropewalk.kotlin

import dev.ropewalk.actor.ActorOptions
import dev.ropewalk.actor.ActorRef
import dev.ropewalk.actor.ActorSpawner
import java.util.concurrent.CompletionException
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Spawns an actor whose code is a coroutine: `for (message in inbox) { ... }`. It takes its messages one after another, and may suspend as it
 * likes. What it starts in its scope runs on the same strand and belongs to it: the actor has ended when all of that has.
 *
 * When the code returns, the actor stops; when it throws, the parent's [supervision][dev.ropewalk.actor.Supervision] decides: to resume or to restart is to
 * call the code again, with the same inbox. If the sender of the last message waits for an answer, the question fails with what was thrown.
 *
 * Being stopped cancels the coroutine. Its `finally` blocks run, and then it has stopped. A message that was received in the moment of that, and that the code
 * hasn't seen, becomes a dead letter; at a failure it goes back to the mailbox, behind those that wait there.
 *
 * The actor has a virtual thread, too, which waits at the mailbox. It is for actors that wait for other things in between; one that only handles
 * messages is cheaper as an [dev.ropewalk.actor.Actor].
 *
 * @throws IllegalArgumentException if a living sibling has the name
 * @throws IllegalStateException if the parent is stopping, or the system or its scheduler is closed
 */
public fun <M : Any> ActorSpawner.spawnSuspending(
    options: ActorOptions<in M>,
    code: suspend CoroutineScope.(SuspendingInbox<M>) -> Unit,
): ActorRef<M> = spawnBlocking(options, SuspendingActor(code))

/** Spawns a suspending actor with a name. */
public fun <M : Any> ActorSpawner.spawnSuspending(
    name: String,
    code: suspend CoroutineScope.(SuspendingInbox<M>) -> Unit,
): ActorRef<M> = spawnSuspending(ActorOptions.defaults().name(name), code)

/** Spawns a suspending actor without a name of its own. */
public fun <M : Any> ActorSpawner.spawnSuspending(
    code: suspend CoroutineScope.(SuspendingInbox<M>) -> Unit
): ActorRef<M> = spawnSuspending(ActorOptions.defaults(), code)

/**
 * Sends a message that carries a ref for the answer, and suspends until the answer is there.
 *
 * Cancelling the coroutine ends the wait; the message stays sent. In a coroutine that is cancelled already nothing is sent. If the mailbox is full and lets
 * senders wait, this blocks as [ActorRef.ask] does.
 *
 * @param timeout above zero
 * @param message makes the message, given the ref to answer to
 * @throws dev.ropewalk.actor.AskTimeoutException if the time is up
 * @throws dev.ropewalk.actor.ActorStoppedException if the message becomes a dead letter, or the system is closed
 * @throws Throwable what the actor threw while it handled the message
 */
public suspend fun <M : Any, R : Any> ActorRef<M>.askSuspending(
    timeout: Duration,
    message: (ActorRef<R>) -> M,
): R {
    currentCoroutineContext().ensureActive()
    val answer = ask<R>(message, timeout.toJavaDuration())
    return suspendCancellableCoroutine { continuation ->
        answer.whenComplete { result, failure ->
            if (failure == null) {
                continuation.resumeWith(Result.success(result))
            } else {
                continuation.resumeWithException((failure as? CompletionException)?.cause ?: failure)
            }
        }
        continuation.invokeOnCancellation { answer.cancel(false) }
    }
}
