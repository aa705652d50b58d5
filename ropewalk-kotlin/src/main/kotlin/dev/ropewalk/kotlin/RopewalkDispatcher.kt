package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Abandonable
import dev.ropewalk.scheduler.Placement
import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.scheduler.SoftTask
import dev.ropewalk.scheduler.Strand
import java.time.Duration
import java.util.concurrent.Executor
import java.util.concurrent.RejectedExecutionException
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Delay
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.DisposableHandle
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.cancel

/**
 * A dispatcher on an executor of a scheduler.
 *
 * Each coroutine that is dispatched is an [Abandonable], so that it learns of the end of the scheduler on all ways: the executor refuses
 * it, or abandons it later. In both cases its job is cancelled, and it goes on elsewhere, once.
 */
@OptIn(InternalCoroutinesApi::class)
internal abstract class RopewalkDispatcher(private val executor: Executor) :
    CoroutineDispatcher(), Delay {
    abstract val scheduler: Scheduler

    /** What coroutines run on when the scheduler has ended. */
    abstract val afterEnd: CoroutineDispatcher

    /** Returns where a coroutine runs that a timer resumes. */
    abstract fun strandOfTimer(): Strand

    final override fun dispatch(context: CoroutineContext, block: Runnable) {
        val task = DispatchedBlock(this, context, block)
        try {
            executor.execute(task)
        } catch (e: RejectedExecutionException) {
            task.goOnElsewhere(e)
        }
    }

    final override fun scheduleResumeAfterDelay(
        timeMillis: Long,
        continuation: CancellableContinuation<Unit>,
    ) {
        val wait = DelayedResumption(this, continuation)
        try {
            wait.timer = scheduler.schedule(strandOfTimer(), wait, Duration.ofMillis(timeMillis))
        } catch (e: RejectedExecutionException) {
            wait.giveUp(e)
        }
        continuation.invokeOnCancellation(wait)
    }

    final override fun invokeOnTimeout(
        timeMillis: Long,
        block: Runnable,
        context: CoroutineContext,
    ): DisposableHandle {
        val timeout = Timeout(this, context, block)
        return try {
            val timer =
                scheduler.schedule(freeStrand(), timeout, Duration.ofMillis(timeMillis))
            DisposableHandle { timer.cancel() }
        } catch (e: RejectedExecutionException) {
            cancel(context, e)
            DisposableHandle {}
        }
    }

    protected fun freeStrand(): Strand = scheduler.newStrand(Placement.FREE)

    /** Cancels a coroutine because the scheduler has ended. */
    fun cancel(context: CoroutineContext, cause: RejectedExecutionException) {
        context.cancel(ended(cause))
    }

    fun ended(cause: RejectedExecutionException): CancellationException =
        CancellationException("$this has ended: ${cause.message}", cause)

    final override fun equals(other: Any?): Boolean =
        other is RopewalkDispatcher && other.executor === executor

    final override fun hashCode(): Int = System.identityHashCode(executor)

    final override fun toString(): String = "Dispatcher[$executor]"
}

/** Runs coroutines on any worker. */
internal class SchedulerDispatcher(override val scheduler: Scheduler) :
    RopewalkDispatcher(scheduler) {
    override val afterEnd: CoroutineDispatcher
        get() = Dispatchers.IO

    override fun strandOfTimer(): Strand = freeStrand()
}

/** Runs coroutines on one strand. */
internal class StrandDispatcher(private val strand: Strand) : RopewalkDispatcher(strand) {
    override val scheduler: Scheduler
        get() = strand.scheduler()

    override val afterEnd: CoroutineDispatcher by lazy { Dispatchers.IO.limitedParallelism(1) }

    override fun strandOfTimer(): Strand = strand
}

/** A coroutine that goes on. */
internal class DispatchedBlock(
    private val dispatcher: RopewalkDispatcher,
    private val context: CoroutineContext,
    private val block: Runnable,
) : Abandonable, SoftTask {
    override fun run(): Unit = block.run()

    /** A coroutine has a context of its own, whose identity stays. */
    override fun party(): Any = context

    override fun abandon(): Unit = goOnElsewhere(abandoned(dispatcher.scheduler))

    fun goOnElsewhere(cause: RejectedExecutionException) {
        dispatcher.cancel(context, cause)
        dispatcher.afterEnd.dispatch(context, block)
    }
}

/** Says why a task is not run that was accepted. */
internal fun abandoned(scheduler: Scheduler): RejectedExecutionException =
    RejectedExecutionException("$scheduler was closed before it came to this")
