package dev.ropewalk.kotlin

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineDispatcher

/** Dispatches nothing until it is told to. */
internal class HeldDispatcher : CoroutineDispatcher() {
    private val held = ArrayDeque<Runnable>()

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        held += block
    }

    fun runAll() {
        while (held.isNotEmpty()) {
            held.removeFirst().run()
        }
    }
}
