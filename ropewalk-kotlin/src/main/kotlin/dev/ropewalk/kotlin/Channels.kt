@file:JvmName("Channels")

package dev.ropewalk.kotlin

import dev.ropewalk.channel.ChannelClosedException
import dev.ropewalk.channel.ChannelFailedException
import dev.ropewalk.channel.ReceiveResult
import dev.ropewalk.channel.Receiver
import dev.ropewalk.channel.Select
import dev.ropewalk.channel.SendResult
import dev.ropewalk.channel.Sender
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * Sends an element, suspending until it is received or buffered. It waits in one line with threads and callbacks.
 *
 * Cancelling the coroutine ends the wait, and nothing is sent then. If the coroutine is cancelled after the element was sent and before it goes on,
 * this throws the [kotlinx.coroutines.CancellationException] all the same, as sending on channels of `kotlinx.coroutines` does: that exception
 * doesn't tell whether the element was sent. In a coroutine that is cancelled already nothing is sent.
 *
 * @throws ChannelClosedException if the channel was closed before
 * @throws ChannelFailedException if the channel has failed, before or while this waits
 * @throws IllegalStateException if the channel belongs to a process scope, where only threads may wait
 */
public suspend fun <T : Any> Sender<T>.sendSuspending(element: T) {
    when (val result = sendResultSuspending(element)) {
        is SendResult.Closed -> throw closed(name())
        is SendResult.Failed -> throw failed(name(), result.cause())
        else -> return
    }
}

/** As [sendSuspending], but says by its result that the channel has ended. The result is never [SendResult.Full]. */
public suspend fun <T : Any> Sender<T>.sendResultSuspending(element: T): SendResult {
    lateinit var result: SendResult
    awaitCallback { sendAsync(element, it) { outcome -> result = outcome } }.run()
    return result
}

/**
 * Receives the next element, suspending until there is one. It waits in one line with threads and callbacks.
 *
 * Cancelling the coroutine ends the wait, and nothing is received then. If the coroutine is cancelled after it was given an element and
 * before it goes on, the element goes to the handler of [undelivered][dev.ropewalk.channel.ChannelBuilder.onUndelivered] elements. In a
 * coroutine that is cancelled already nothing is received. Use what was received within a `withTimeoutOrNull` block: its time may be up when it has its
 * result, which it drops then.
 *
 * @throws ChannelClosedException if the channel was closed and is empty
 * @throws ChannelFailedException if the channel has failed, before or while this waits
 * @throws IllegalStateException if the channel belongs to a process scope, where only threads may wait
 */
public suspend fun <T : Any> Receiver<T>.receiveSuspending(): T =
    when (val result = receiveResultSuspending()) {
        is ReceiveResult.Received -> result.element()
        is ReceiveResult.Failed -> throw failed(name(), result.cause())
        else -> throw closed(name())
    }

/** As [receiveSuspending], but says by its result that the channel has ended. The result is never [ReceiveResult.Empty]. */
public suspend fun <T : Any> Receiver<T>.receiveResultSuspending(): ReceiveResult<T> {
    currentCoroutineContext().ensureActive()
    val ready = tryReceiveResult()
    if (ready !is ReceiveResult.Empty) {
        return ready
    }
    lateinit var result: ReceiveResult<T>
    awaitCallback { receiveAsync(it) { outcome -> result = outcome } }.run()
    return result
}

/**
 * Returns the elements of this channel for a `for` loop that suspends: `for (order in orders.elements())`. A loop over the channel itself blocks.
 *
 * The loop ends where the channel is closed and empty, and throws [ChannelFailedException] if the channel has failed. Waiting is that of
 * [receiveSuspending]. Each loop is a receiver among others.
 */
public fun <T : Any> Receiver<T>.elements(): SuspendingElements<T> = SuspendingElements {
    when (val result = receiveResultSuspending()) {
        is ReceiveResult.Received -> result.element()
        is ReceiveResult.Failed -> throw failed(name(), result.cause())
        else -> null
    }
}

/**
 * Makes a round, suspending until a clause can be chosen. The action of the clause runs in the coroutine; it can't suspend.
 *
 * Cancelling the coroutine ends the wait, and nothing is sent or received then. If the coroutine is cancelled after a clause was chosen and before
 * it goes on, the action doesn't run: an element that was received goes to the handler of undelivered elements, one that was sent stays
 * sent.
 *
 * @return what the action has returned
 * @throws ChannelClosedException if the chosen channel has ended, and its clause doesn't take results
 * @throws IllegalStateException if another round is under way, or every clause is shut by its guard
 * @throws IllegalArgumentException if the select has a timeout: put `withTimeoutOrNull` around this instead
 */
public suspend fun <R : Any> Select<R>.selectSuspending(): R {
    lateinit var result: R
    awaitCallback { selectAsync(it) { outcome -> result = outcome } }.run()
    return result
}

private fun closed(channel: String) = ChannelClosedException("channel $channel was closed")

private fun failed(channel: String, cause: Throwable) =
    ChannelFailedException("channel $channel has failed: $cause", cause)
