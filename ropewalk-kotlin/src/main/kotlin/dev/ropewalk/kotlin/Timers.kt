package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Abandonable
import dev.ropewalk.scheduler.Timer
import java.util.concurrent.RejectedExecutionException
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CompletionHandler
import kotlinx.coroutines.ExperimentalCoroutinesApi

/** A coroutine that waits for a timer. It is the timer's task, and what is called when the coroutine is cancelled. */
internal class DelayedResumption(
    private val dispatcher: RopewalkDispatcher,
    private val continuation: CancellableContinuation<Unit>,
) : Abandonable, CompletionHandler {
    /** Written before the coroutine can be cancelled. */
    var timer: Timer? = null

    @OptIn(ExperimentalCoroutinesApi::class)
    override fun run() {
        with(continuation) { dispatcher.resumeUndispatched(Unit) }
    }

    override fun abandon(): Unit = giveUp(abandoned(dispatcher.scheduler))

    /** Ends the wait, also of a coroutine that has no job. */
    fun giveUp(cause: RejectedExecutionException) {
        dispatcher.cancel(continuation.context, cause)
        continuation.cancel(dispatcher.ended(cause))
    }

    override fun invoke(cause: Throwable?) {
        timer?.cancel()
    }
}

/** What happens when the time of a `withTimeout` is up. */
internal class Timeout(
    private val dispatcher: RopewalkDispatcher,
    private val context: CoroutineContext,
    private val block: Runnable,
) : Abandonable {
    override fun run(): Unit = block.run()

    override fun abandon(): Unit = dispatcher.cancel(context, abandoned(dispatcher.scheduler))
}
