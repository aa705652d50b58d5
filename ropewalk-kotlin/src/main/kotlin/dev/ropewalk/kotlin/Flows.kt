@file:JvmName("Flows")

package dev.ropewalk.kotlin

import dev.ropewalk.channel.Channel
import dev.ropewalk.channel.ChannelClosedException
import dev.ropewalk.channel.ChannelFailedException
import dev.ropewalk.channel.OnComplete
import dev.ropewalk.channel.Receiver
import dev.ropewalk.channel.Sender
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.consumeAsFlow
import kotlinx.coroutines.launch

/**
 * Returns the elements of this channel as a flow. Each collector is a receiver among others: the elements are shared out, and each goes to
 * one. Nothing is received before the flow is collected, nor more than the collector has asked for; but operators such as `buffer` hold what
 * they have taken, and lose it when they are cancelled.
 *
 * The flow completes when the channel is closed and empty, and throws [ChannelFailedException] if the channel has failed. A collector that is
 * cancelled, or has enough, leaves the channel as it is; an element given to it in that moment goes to the handler of undelivered elements.
 */
public fun <T : Any> Receiver<T>.asFlow(): Flow<T> = ReceiverFlow(this)

/** Not made by `flow`, which would look for a cancellation between receiving and emitting, and lose the element. */
private class ReceiverFlow<T : Any>(private val source: Receiver<T>) : Flow<T> {
    override suspend fun collect(collector: FlowCollector<T>) {
        for (element in source.elements()) {
            collector.emit(element)
        }
    }

    override fun toString(): String = "Flow[${source.name()}]"
}

/**
 * Collects this flow and sends its elements to a channel, as one sender among others. When there is no room the flow waits.
 *
 * When the flow has completed, the channel is closed or stays open, as is said. When the flow fails, so does the channel, with the same
 * cause, which this throws, too. When the coroutine is cancelled, a channel that would have been closed fails with the
 * [CancellationException], and the other stays open. An element that is on its way then, and isn't sent, is lost as one that an operator of the flow holds.
 *
 * @throws ChannelClosedException if the channel is closed or fails while the flow still has elements; the flow is cancelled
 */
public suspend fun <T : Any> Flow<T>.sendTo(
    channel: Sender<in T>,
    onComplete: OnComplete = OnComplete.CLOSE,
) {
    try {
        collect { channel.sendSuspending(it) }
    } catch (e: Throwable) {
        if (onComplete == OnComplete.CLOSE || e !is CancellationException) {
            channel.fail(e)
        }
        throw e
    }
    if (onComplete == OnComplete.CLOSE) {
        channel.close()
    }
}

/**
 * Collects this flow in a coroutine of a scope, and returns a channel of what it brings. The channel is closed when the flow has completed, fails
 * when the flow does, which then also fails the scope, and fails when the scope is cancelled.
 *
 * @param channel where the elements go; one without a buffer by default
 */
public fun <T : Any> Flow<T>.receiverIn(
    scope: CoroutineScope,
    channel: Channel<T> = Channel.rendezvous(),
): Receiver<T> {
    scope.launch { sendTo(channel) }.invokeOnCompletion { if (it != null) channel.fail(it) }
    return channel
}

/**
 * Sends what comes from this channel to one of `kotlinx.coroutines`, until this one is closed and empty; the other stays open. An element that
 * is on its way when this is cancelled goes to the handler that the other channel was made with.
 *
 * @throws ChannelFailedException if this channel has failed
 * @throws kotlinx.coroutines.channels.ClosedSendChannelException if the other one is closed
 */
public suspend fun <T : Any> Receiver<T>.sendTo(channel: SendChannel<T>) {
    for (element in elements()) {
        channel.send(element)
    }
}

/** Sends what comes from a channel of `kotlinx.coroutines` to one of Ropewalk, as [Flow.sendTo] does, and cancels it when this ends. */
public suspend fun <T : Any> ReceiveChannel<T>.sendTo(
    channel: Sender<in T>,
    onComplete: OnComplete = OnComplete.CLOSE,
): Unit = consumeAsFlow().sendTo(channel, onComplete)
