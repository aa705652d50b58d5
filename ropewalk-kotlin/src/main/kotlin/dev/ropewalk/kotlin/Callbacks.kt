package dev.ropewalk.kotlin

import dev.ropewalk.channel.PendingOperation
import dev.ropewalk.scheduler.Abandonable
import java.util.concurrent.Executor
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Suspends until the callback of an operation of a channel has a result, and returns the task that calls it.
 *
 * A channel decides at one moment that the operation has happened, and gives a task to the executor; a coroutine may be cancelled later, until
 * it goes on. So the executor runs nothing: it resumes the coroutine with the task, and the coroutine runs the task when it goes on. If it
 * doesn't, the task is abandoned, as by a strand whose scheduler has ended, and the channel has the element back.
 *
 * @param begin begins the operation
 */
internal suspend fun awaitCallback(begin: (Executor) -> PendingOperation): Runnable {
    currentCoroutineContext().ensureActive()
    return suspendCancellableCoroutine { continuation ->
        val operation = begin(Resumption(continuation))
        continuation.invokeOnCancellation { operation.cancel() }
    }
}

/** Resumes a coroutine with the task that it is given. */
private class Resumption(private val continuation: CancellableContinuation<Runnable>) : Executor {
    override fun execute(task: Runnable) {
        continuation.resume(task) { _, unused, _ -> (unused as? Abandonable)?.abandon() }
    }

    /** Follows "a select with a timeout needs a strand, but got" in the error of a select. */
    override fun toString(): String =
        "a coroutine: build the select without a timeout, and put withTimeoutOrNull around selectSuspending"
}
