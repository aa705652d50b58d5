@file:JvmName("Dispatchers")

package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.scheduler.Strand
import kotlinx.coroutines.CoroutineDispatcher

/**
 * Returns a dispatcher that runs coroutines on the workers of this scheduler, by work stealing: a coroutine that is resumed by a worker
 * runs there next, unless it waits for longer than a move to another one would cost. For a home of its own give a coroutine a [strand][Strand.asCoroutineDispatcher].
 *
 * `delay` and `withTimeout` are timers of this scheduler, in milliseconds, and are cancelled with their coroutine. On the scheduler of a
 * simulation their time is that of the simulation.
 *
 * A dispatcher holds nothing, and needs no end. Two of one scheduler are equal. Any thread may use it. Import this function by its name:
 * that of `kotlinx.coroutines` for executors also takes a scheduler, and knows neither its timers nor its end.
 *
 * When the scheduler is closed, a coroutine that would go on is cancelled, by a [kotlinx.coroutines.CancellationException] whose cause
 * says so, and its `finally` blocks run on `Dispatchers.IO`; so is one that the scheduler has accepted and not run, and one that waits for
 * a timer. A coroutine that waits for something else is told when that comes. As with other dispatchers that end, `NonCancellable` doesn't
 * protect code that suspends from this; what must suspend in a `finally` block does so in `withContext(NonCancellable + Dispatchers.IO)`.
 *
 * Code that blocks holds its worker. Ropewalk's own blocking calls let a spare worker take over meanwhile; give others, `runBlocking`
 * among them, to [Scheduler.blocking].
 */
public fun Scheduler.asCoroutineDispatcher(): CoroutineDispatcher = SchedulerDispatcher(this)

/**
 * Returns a dispatcher that runs coroutines as tasks of this strand: one at a time, on the worker where their state is warm. What they
 * share needs no lock, as long as it is touched between two suspensions. What a coroutine did before it suspended happens-before what the
 * next one does.
 *
 * All else is as for [Scheduler.asCoroutineDispatcher]. When the scheduler is closed, `finally` blocks of coroutines of this dispatcher run on
 * `Dispatchers.IO`, one at a time; but a task of the strand that closing has left running may still run then. What waits behind a task
 * that never ends isn't told.
 *
 * A coroutine on a strand must not block until another one of the same strand has done something: it would wait for itself.
 */
public fun Strand.asCoroutineDispatcher(): CoroutineDispatcher = StrandDispatcher(this)
