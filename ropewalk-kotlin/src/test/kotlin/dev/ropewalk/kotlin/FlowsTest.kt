package dev.ropewalk.kotlin

import dev.ropewalk.channel.Channel
import dev.ropewalk.channel.ChannelClosedException
import dev.ropewalk.channel.ChannelFailedException
import dev.ropewalk.channel.OnComplete
import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.testing.Await
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class FlowsTest {
    private val scheduler = Scheduler.builder().workers(2).build()
    private val undelivered = CopyOnWriteArrayList<Int>()
    private val builder = Channel.builder<Int>().name("numbers").onUndelivered { undelivered += it }
    private val scope = CoroutineScope(scheduler.asCoroutineDispatcher() + SupervisorJob())

    @AfterEach
    fun close() {
        scheduler.close(Duration.ZERO)
    }

    private fun failureOf(block: suspend () -> Any?): Throwable? = runBlocking { runCatching { block() } }.exceptionOrNull()

    private fun filled(): Channel<Int> = builder.buffered(3).apply {
        repeat(3) { send(it) }
        close()
    }

    @Test
    fun shouldBeAFlow() {
        assertThat(runBlocking { filled().asFlow().map { it * 2 }.toList() }).containsExactly(0, 2, 4)
    }

    @Test
    fun shouldReceiveNoMoreThanIsTaken() {
        val numbers = filled()

        assertThat(runBlocking { numbers.asFlow().take(2).toList() }).containsExactly(0, 1)
        assertThat(numbers.receive()).isEqualTo(2)
    }

    @Test
    fun shouldFailWithTheChannel() {
        val numbers = builder.rendezvous().apply { fail(IllegalStateException("cause")) }

        assertThat(failureOf { numbers.asFlow().toList() })
            .isInstanceOf(ChannelFailedException::class.java)
            .hasRootCauseMessage("cause")
    }

    @Test
    fun shouldGiveEachElementToACollectorThatIsCancelledOrToAnother() {
        val numbers = builder.buffered(2)
        val taken = CopyOnWriteArrayList<Int>()
        val one = scope.launch {
            numbers.asFlow().collect {
                taken += it
                delay(Long.MAX_VALUE)
            }
        }
        numbers.send(1)
        numbers.send(2)
        Await.until("the first is taken") { taken.size == 1 }
        runBlocking { one.cancelAndJoin() }

        assertThat(runBlocking { numbers.asFlow().take(1).toList() }).containsExactly(2)
    }

    @Test
    fun shouldSendAFlowAndCloseTheChannel() {
        val numbers = builder.rendezvous()
        scope.launch { flowOf(1, 2, 3).sendTo(numbers) }

        assertThat(numbers.toList()).containsExactly(1, 2, 3)
    }

    @Test
    fun shouldKeepTheChannelOpenIfThatIsWanted() {
        val numbers = builder.unlimited()
        runBlocking { flowOf(1, 2).sendTo(numbers, OnComplete.KEEP_OPEN) }

        assertThat(numbers.isClosed).isFalse()
        assertThat(numbers.receive()).isEqualTo(1)
    }

    @Test
    fun shouldFailTheChannelWithTheFlow() {
        val numbers = builder.unlimited()
        val thrown = IllegalStateException("thrown")
        val failing: Flow<Int> = flow { throw thrown }

        assertThat(failureOf { failing.sendTo(numbers, OnComplete.KEEP_OPEN) }).isSameAs(thrown)
        assertThat(runCatching { numbers.receive() }.exceptionOrNull()).hasCause(thrown)
    }

    @Test
    fun shouldEndTheFlowWithTheChannel() {
        val numbers = builder.rendezvous().apply { close() }

        assertThat(failureOf { flowOf(1).sendTo(numbers) }).isInstanceOf(ChannelClosedException::class.java)
    }

    @Test
    fun shouldFailTheChannelWhenItsFlowIsCancelled() {
        val numbers = builder.rendezvous()
        val kept = builder.rendezvous()
        val jobs: List<Job> = listOf(
            scope.launch(start = CoroutineStart.UNDISPATCHED) { flow<Int> { awaitCancellation() }.sendTo(numbers) },
            scope.launch(start = CoroutineStart.UNDISPATCHED) { flow<Int> { awaitCancellation() }.sendTo(kept, OnComplete.KEEP_OPEN) },
        )
        runBlocking { jobs.forEach { it.cancelAndJoin() } }

        assertThat(runCatching { numbers.receive() }.exceptionOrNull()).hasCauseInstanceOf(CancellationException::class.java)
        assertThat(kept.isClosed).isFalse()
    }

    @Test
    fun shouldBeReceivedInAScope() {
        assertThat(flowOf(1, 2, 3).receiverIn(scope).toList()).containsExactly(1, 2, 3)
    }

    @Test
    fun shouldTellTheReceiverThatTheScopeHasEnded() {
        val ended = CoroutineScope(Job().apply { cancel() })

        assertThat(runCatching { flowOf(1).receiverIn(ended).receive() }.exceptionOrNull())
            .isInstanceOf(ChannelFailedException::class.java)
            .hasCauseInstanceOf(CancellationException::class.java)
    }

    @Test
    fun shouldSendToAChannelOfKotlin() {
        val target = kotlinx.coroutines.channels.Channel<Int>(10)
        runBlocking { filled().sendTo(target) }

        assertThat(generateSequence { target.tryReceive().getOrNull() }.toList()).containsExactly(0, 1, 2)
    }

    @Test
    fun shouldSendFromAChannelOfKotlin() {
        val numbers = builder.unlimited()
        val source = kotlinx.coroutines.channels.Channel<Int>(3)
        repeat(3) { source.trySend(it) }
        source.close()
        runBlocking { source.sendTo(numbers) }

        assertThat(numbers.toList()).containsExactly(0, 1, 2)
    }

    @Test
    fun shouldHandWhatAChannelOfKotlinDoesNotTakeToItsHandler() {
        val numbers = builder.unlimited().apply { send(1) }
        val target = kotlinx.coroutines.channels.Channel<Int>(onUndeliveredElement = { undelivered += it })
        val sending = scope.launch(start = CoroutineStart.UNDISPATCHED) { numbers.sendTo(target) }
        runBlocking { sending.cancelAndJoin() }

        assertThat(undelivered).containsExactly(1)
    }
}
