package dev.ropewalk.lab.kotlin

import java.util.function.IntFunction
import java.util.function.LongConsumer
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.selects.select

/** What a receiver does with an element; returns the checksum with it. */
fun interface Fold<T> {
    fun add(checksum: Long, element: T): Long
}

/**
 * Coroutines that pass elements on through channels. All but relays wait for each round to
 * begin, and work once in it; those who receive report a checksum to it. Channels and elements are numbered from 0.
 */
class CoroutineNetwork<T : Any>(
    dispatcher: CoroutineDispatcher,
    channels: Int,
    capacity: Int,
    private val elements: IntFunction<T>,
    private val fold: Fold<T>,
) : AutoCloseable {
    private val scope = CoroutineScope(dispatcher)
    private val channels = Array(channels) { Channel<T>(capacity) }
    private val gates = ArrayList<Channel<LongConsumer>>()

    /** Adds a coroutine that sends elements, numbered from a first one. */
    fun source(channel: Int, first: Int, count: Int) {
        val out = channels[channel]
        inEachRound {
            for (number in first until first + count) {
                out.send(elements.apply(number))
            }
        }
    }

    /** Adds a coroutine that receives elements. */
    fun sink(channel: Int, count: Int) {
        val inbox = channels[channel]
        inEachRound { round ->
            var checksum = 0L
            repeat(count) { checksum = fold.add(checksum, inbox.receive()) }
            round.accept(checksum)
        }
    }

    /** Adds a coroutine that receives elements from all channels, each time from whichever has one. */
    fun selector(count: Int) = inEachRound { round ->
        var checksum = 0L
        repeat(count) {
            val element = select { for (channel in channels) channel.onReceive { it } }
            checksum = fold.add(checksum, element)
        }
        round.accept(checksum)
    }

    /** Adds a coroutine that sends elements and waits for each to come back. */
    fun pinger(out: Int, back: Int, count: Int) {
        val there = channels[out]
        val andBack = channels[back]
        inEachRound { round ->
            var checksum = 0L
            for (number in 0 until count) {
                there.send(elements.apply(number))
                checksum = fold.add(checksum, andBack.receive())
            }
            round.accept(checksum)
        }
    }

    /** Adds a coroutine that passes elements on, without end. */
    fun relay(from: Int, to: Int) {
        val inbox = channels[from]
        val out = channels[to]
        scope.launch {
            for (element in inbox) {
                out.send(element)
            }
        }
    }

    private fun inEachRound(work: suspend (LongConsumer) -> Unit) {
        val gate = Channel<LongConsumer>(1)
        gates += gate
        scope.launch {
            for (round in gate) {
                work(round)
            }
        }
    }

    /** Begins a round, from a thread outside, once all who report have reported to the round before. */
    fun start(round: LongConsumer) {
        for (gate in gates) {
            gate.trySend(round).getOrThrow()
        }
    }

    override fun close() = scope.cancel()
}
