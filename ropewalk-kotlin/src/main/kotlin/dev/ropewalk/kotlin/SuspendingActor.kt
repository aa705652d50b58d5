package dev.ropewalk.kotlin

import dev.ropewalk.actor.ActorContext
import dev.ropewalk.actor.ActorRef
import dev.ropewalk.actor.BlockingActor
import dev.ropewalk.actor.Inbox
import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/** An actor whose thread brings messages to a coroutine. */
internal class SuspendingActor<M : Any>(
    private val code: suspend CoroutineScope.(SuspendingInbox<M>) -> Unit
) : BlockingActor<M> {
    override fun run(inbox: Inbox<M>): Unit = SuspendingRun(inbox, code).run()
}

/**
 * One call of the code of a suspending actor.
 *
 * The coroutine runs on a strand. It asks the actor's thread for messages and for what only that thread may do; the thread does one thing after another, and
 * waits at the mailbox only when a coroutine waits for a message. If that coroutine gives up, the thread is interrupted there, to be ready for
 * the next request. This interrupt and that of a stop can't be told apart, so the mailbox is asked afterwards: it refuses when the actor is being stopped.
 */
private class SuspendingRun<M : Any>(
    private val inbox: Inbox<M>,
    private val code: suspend CoroutineScope.(SuspendingInbox<M>) -> Unit,
) : SuspendingInbox<M> {
    override val self: ActorRef<M> = inbox.self()

    private val thread = Thread.currentThread()

    /** What was taken from the mailbox for a coroutine that doesn't see it any more. */
    private val unseen = ConcurrentLinkedQueue<M>()

    private val requests = LinkedBlockingQueue<() -> Unit>()
    private val lock = ReentrantLock()

    /** For whom the thread waits at the mailbox, if it does. Guarded by the lock, as is the next field. */
    private var waiter: CancellableContinuation<M>? = null

    private var isNudged = false

    /** Whether the coroutine has ended, and by what; of the actor's thread. */
    private var hasEnded = false

    private var failure: Throwable? = null

    fun run() {
        val context = inbox.context().scheduler().newStrand().asCoroutineDispatcher() + CoroutineName(self.path())
        val coroutine = CoroutineScope(context + Job()).async { code(this@SuspendingRun) }
        coroutine.invokeOnCompletion {
            requests += {
                hasEnded = true
                failure = it
            }
        }
        try {
            while (!hasEnded) {
                requests.take()()
            }
        } catch (e: Throwable) {
            coroutine.cancel(CancellationException("actor ${self.path()} is stopped"))
            awaitEnd()
            throw failure?.takeUnless { it is CancellationException } ?: e
        } finally {
            generateSequence(unseen::poll).forEach { self.tellAsync(it) }
        }
        failure?.let { throw it }
    }

    /** Waits for the end of a coroutine that is cancelled. What it still wants done with the context is done. */
    private fun awaitEnd() {
        while (!hasEnded) {
            try {
                requests.take()()
            } catch (_: InterruptedException) {
                continue // the stop was noticed before
            }
        }
    }

    override suspend fun receive(): M {
        currentCoroutineContext().ensureActive()
        return suspendCancellableCoroutine { continuation ->
            continuation.invokeOnCancellation { nudge(continuation) }
            requests += { serve(continuation) }
        }
    }

    /** Brings a message to a coroutine. */
    private fun serve(continuation: CancellableContinuation<M>) {
        val message =
            try {
                unseen.poll() ?: awaitMessage(continuation) ?: return
            } catch (e: InterruptedException) {
                continuation.cancel(CancellationException("actor ${self.path()} is stopped"))
                throw e
            }
        continuation.resume(message) { _, missed, _ -> unseen += missed }
    }

    /** Waits at the mailbox; returns null if the coroutine has given up. */
    private fun awaitMessage(continuation: CancellableContinuation<M>): M? {
        if (!lock.withLock { startToWait(continuation) }) {
            return null
        }
        val received = runCatching { inbox.receive() }
        if (!lock.withLock { stopToWait() }) {
            return received.getOrThrow()
        }
        received.onSuccess { unseen += it }
        Thread.interrupted()
        inbox.receive(Duration.ZERO).ifPresent { unseen += it }
        return null
    }

    private fun startToWait(continuation: CancellableContinuation<M>): Boolean {
        if (!continuation.isActive) {
            return false
        }
        waiter = continuation
        return true
    }

    private fun stopToWait(): Boolean {
        val wasNudged = isNudged
        waiter = null
        isNudged = false
        return wasNudged
    }

    /** Has the thread come back from the mailbox if it waits there for a coroutine that has given up. */
    private fun nudge(continuation: CancellableContinuation<M>) {
        lock.withLock {
            if (waiter === continuation) {
                isNudged = true
                thread.interrupt()
            }
        }
    }

    override fun iterator(): SuspendingIterator<M> = SuspendingIterator { receive() }

    override suspend fun <R> withContext(action: (ActorContext<M>) -> R): R {
        currentCoroutineContext().ensureActive()
        return suspendCancellableCoroutine { continuation ->
            requests += {
                if (continuation.isActive) {
                    continuation.resumeWith(runCatching { action(inbox.context()) })
                }
            }
        }
    }
}
