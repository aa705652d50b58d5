package dev.ropewalk.lab.kotlin

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.trySendBlocking
import kotlinx.coroutines.launch

/** What a node does with a token; returns whether the token goes on to the next node. */
fun interface Visit<T> {
    fun visit(token: T, node: Int): Boolean
}

/**
 * Rings of coroutines, each with a rendezvous channel of its own. Nodes are numbered through
 * all rings.
 */
class CoroutineRings<T : Any>(
    dispatcher: CoroutineDispatcher,
    rings: Int,
    private val nodesPerRing: Int,
    visit: Visit<T>,
) : AutoCloseable {
    private val scope = CoroutineScope(dispatcher)
    private val inboxes = List(rings * nodesPerRing) { Channel<T>() }

    init {
        for (node in inboxes.indices) {
            val inbox = inboxes[node]
            val next = inboxes[nodeAfter(node)]
            scope.launch {
                for (token in inbox) {
                    if (visit.visit(token, node)) {
                        next.send(token)
                    }
                }
            }
        }
    }

    private fun nodeAfter(node: Int) = if ((node + 1) % nodesPerRing == 0) node + 1 - nodesPerRing else node + 1

    /** Hands a token to the first node of a ring, from a thread outside. */
    fun start(ring: Int, token: T) = inboxes[ring * nodesPerRing].trySendBlocking(token).getOrThrow()

    override fun close() = scope.cancel()
}
