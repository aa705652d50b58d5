@file:JvmName("Limits")

package dev.ropewalk.kotlin

import dev.ropewalk.limit.Budget
import dev.ropewalk.limit.BudgetClosedException
import dev.ropewalk.limit.Demand
import dev.ropewalk.limit.Grant
import dev.ropewalk.limit.Limiter
import dev.ropewalk.limit.LimiterFullException
import dev.ropewalk.limit.Permit
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Calls something under a permit, suspending until there is one. If the call returns, that was a success; if it throws, that was a sign of overload, upon
 * which an adaptive limit goes down, unless [drops] says no. A coroutine that is cancelled in the
 * call says nothing about the load, unless its time is up.
 *
 * Waiting is that of [acquireSuspending]. The permit is released whenever the call ends.
 *
 * @param drops whether what was thrown is a sign of overload. What the builder of the limiter says about it is for calls of threads
 * @throws LimiterFullException if it would have to wait, and as many wait as may; nothing was called
 */
public suspend fun <T> Limiter.withPermit(
    drops: (Throwable) -> Boolean = { true },
    call: suspend () -> T,
): T {
    val permit = acquireSuspending()
    val result =
        try {
            call()
        } catch (e: Throwable) {
            permit.releaseAfter(e, drops)
            throw e
        }
    permit.succeed()
    return result
}

private fun Permit.releaseAfter(thrown: Throwable, drops: (Throwable) -> Boolean) {
    try {
        val isCancelled = thrown is CancellationException && thrown !is TimeoutCancellationException
        if (isCancelled || !drops(thrown)) {
            ignore()
        }
    } catch (e: Throwable) {
        thrown.addSuppressed(e)
    } finally {
        close()
    }
}

/**
 * Acquires a permit, suspending as long as it takes, in one line with threads. Cancelling the coroutine ends the wait; a permit that was granted
 * in that moment is released, and an adaptive limit learns nothing from it. In a coroutine that is cancelled already nothing is acquired.
 *
 * @throws LimiterFullException if it would have to wait, and as many wait as may
 */
public suspend fun Limiter.acquireSuspending(): Permit {
    currentCoroutineContext().ensureActive()
    return acquireAsync().awaitOrGiveBack(Permit::ignore)
}

/**
 * Calls something under a grant, suspending until the budget can give what is demanded. The grant is closed whenever the call ends; the call may give
 * parts of it back before. Waiting is that of [acquireSuspending].
 *
 * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
 * @throws BudgetClosedException if the budget is or was closed
 */
public suspend fun <T> Budget.withGrant(demand: Demand, call: suspend (Grant) -> T): T =
    acquireSuspending(demand).use { call(it) }

/**
 * Takes what a demand asks for, suspending until that is possible, in one line with threads. Cancelling the coroutine ends the wait; what was
 * granted in that moment is given back. In a coroutine that is cancelled already nothing is taken.
 *
 * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
 * @throws BudgetClosedException if the budget is or was closed
 */
public suspend fun Budget.acquireSuspending(demand: Demand): Grant {
    currentCoroutineContext().ensureActive()
    return acquireAsync(demand).awaitOrGiveBack(Grant::close)
}

/**
 * Awaits what a future brings. A cancelled coroutine cancels the future; if that has its result already, or the coroutine doesn't go on with it, the
 * result is given back.
 */
private suspend fun <T : Any> CompletableFuture<T>.awaitOrGiveBack(giveBack: (T) -> Unit): T =
    suspendCancellableCoroutine { continuation ->
        whenComplete { result, failure ->
            if (failure == null) {
                continuation.resume(result) { _, unused, _ -> giveBack(unused) }
            } else {
                continuation.resumeWithException((failure as? CompletionException)?.cause ?: failure)
            }
        }
        continuation.invokeOnCancellation { cancel(false) }
    }
