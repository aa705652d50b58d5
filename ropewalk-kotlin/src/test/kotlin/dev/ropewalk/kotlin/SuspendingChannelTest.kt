package dev.ropewalk.kotlin

import dev.ropewalk.channel.Channel
import dev.ropewalk.channel.ChannelClosedException
import dev.ropewalk.channel.ChannelFailedException
import dev.ropewalk.channel.ProcessScope
import dev.ropewalk.channel.ReceiveResult
import dev.ropewalk.channel.Select
import dev.ropewalk.channel.SendResult
import dev.ropewalk.scheduler.Scheduler
import dev.ropewalk.testing.Await
import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class SuspendingChannelTest {
    private val scheduler = Scheduler.builder().workers(2).build()
    private val undelivered = CopyOnWriteArrayList<Int>()
    private val builder = Channel.builder<Int>().name("numbers").onUndelivered { undelivered += it }
    private val scope = CoroutineScope(scheduler.asCoroutineDispatcher() + SupervisorJob())

    @AfterEach
    fun close() {
        scheduler.close(Duration.ZERO)
    }

    private fun failureOf(block: suspend () -> Any?): Throwable? = runBlocking { runCatching { block() } }.exceptionOrNull()

    @Test
    fun shouldHandElementsOverInOrder() {
        val numbers = builder.rendezvous()
        scope.launch {
            repeat(1_000) { numbers.sendSuspending(it) }
            numbers.close()
        }
        val received = runBlocking(scheduler.asCoroutineDispatcher()) {
            buildList {
                for (number in numbers.elements()) {
                    add(number)
                }
            }
        }

        assertThat(received).isEqualTo(List(1_000) { it })
    }

    @Test
    fun shouldShareAChannelWithThreads() {
        val numbers = builder.buffered(2)
        val sum = AtomicInteger()
        val thread = Thread.startVirtualThread { numbers.forEach { sum.addAndGet(it) } }
        runBlocking { List(4) { launch { repeat(100) { numbers.sendSuspending(1) } } }.joinAll() }
        numbers.close()
        thread.join()

        assertThat(sum.get()).isEqualTo(400)
    }

    @Test
    fun shouldWaitForRoom() {
        val numbers = builder.buffered(1)
        numbers.trySend(1)
        val sender = scope.launch(start = CoroutineStart.UNDISPATCHED) { numbers.sendSuspending(2) }

        assertThat(sender.isCompleted).isFalse()
        assertThat(numbers.receive()).isEqualTo(1)
        runBlocking { sender.join() }
        assertThat(numbers.receive()).isEqualTo(2)
    }

    @Test
    fun shouldTellTheEndByAnException() {
        val closed = builder.rendezvous().apply { close() }
        val failed = builder.rendezvous().apply { fail(IllegalStateException("cause")) }

        assertThat(failureOf { closed.receiveSuspending() })
            .isInstanceOf(ChannelClosedException::class.java)
            .hasMessage("channel numbers was closed")
        assertThat(failureOf { closed.sendSuspending(1) }).hasMessage("channel numbers was closed")
        assertThat(failureOf { failed.receiveSuspending() })
            .isInstanceOf(ChannelFailedException::class.java)
            .hasMessage("channel numbers has failed: java.lang.IllegalStateException: cause")
        assertThat(failureOf { failed.sendSuspending(1) }).isInstanceOf(ChannelFailedException::class.java)
        assertThat(failureOf { for (number in failed.elements()) error("$number") })
            .isInstanceOf(ChannelFailedException::class.java)
    }

    @Test
    fun shouldTellTheEndByAResult() {
        val closed = builder.rendezvous().apply { close() }

        runBlocking {
            assertThat(closed.receiveResultSuspending()).isEqualTo(ReceiveResult.closed<Int>())
            assertThat(closed.sendResultSuspending(1)).isEqualTo(SendResult.closed())
        }
    }

    @Test
    fun shouldTellTheEndToWhatWaits() {
        val numbers = builder.rendezvous()
        val waiting = scope.async(start = CoroutineStart.UNDISPATCHED) { numbers.receiveResultSuspending() }
        numbers.close()

        assertThat(runBlocking { waiting.await() }).isEqualTo(ReceiveResult.closed<Int>())
    }

    @Test
    fun shouldLeaveTheLineWhenCancelled() {
        val numbers = builder.rendezvous()
        val receiver = scope.launch(start = CoroutineStart.UNDISPATCHED) { numbers.receiveSuspending() }
        runBlocking { receiver.cancelAndJoin() }
        assertThat(numbers.trySend(1)).isFalse()
        val sender = scope.launch(start = CoroutineStart.UNDISPATCHED) { numbers.sendSuspending(1) }
        runBlocking { sender.cancelAndJoin() }

        assertThat(numbers.tryReceive()).isEmpty
        assertThat(undelivered).isEmpty()
    }

    @Test
    fun shouldTakeNothingWhenCancelledBefore() {
        val numbers = builder.buffered(1)
        numbers.send(1)
        val failures = mutableListOf<Throwable?>()
        runBlocking {
            launch {
                currentCoroutineContext().cancel()
                failures += runCatching { numbers.receiveSuspending() }.exceptionOrNull()
                failures += runCatching { builder.unlimited().sendSuspending(1) }.exceptionOrNull()
            }.join()
        }

        assertThat(failures).hasSize(2).hasOnlyElementsOfType(CancellationException::class.java)
        assertThat(numbers.tryReceive()).contains(1)
    }

    @Test
    fun shouldGiveBackWhatWasReceivedInTheMomentOfACancel() {
        val numbers = builder.rendezvous()
        val dispatcher = HeldDispatcher()
        val waiting = CoroutineScope(dispatcher).launch(start = CoroutineStart.UNDISPATCHED) { numbers.receiveSuspending() }
        numbers.send(1) // received, and the coroutine has yet to go on
        waiting.cancel()
        assertThat(undelivered).isEmpty()
        dispatcher.runAll()

        assertThat(undelivered).containsExactly(1)
        assertThat(waiting.isCancelled).isTrue()
    }

    @Test
    fun shouldGiveBackWhatIsOnItsWayWhenTheSchedulerIsClosed() {
        val numbers = builder.rendezvous()
        val waiting = scope.launch(start = CoroutineStart.UNDISPATCHED) { numbers.receiveSuspending() }
        scheduler.close()
        numbers.send(1)
        runBlocking { waiting.join() }

        assertThat(undelivered).containsExactly(1)
    }

    /** Cancels come at any moment; each element that was sent is received or undelivered. */
    @Test
    fun shouldLoseNothingHoweverCancelsCome() {
        val ended = ConcurrentLinkedQueue<Int>()
        val numbers = Channel.builder<Int>().onUndelivered { ended += it }.rendezvous()
        val sender = scope.async {
            var sent = 0
            while (numbers.sendResultSuspending(sent).isSent) sent++
            sent
        }
        val receivers = List(300) { round ->
            scope.launch { for (number in numbers.elements()) ended += number }.also {
                repeat(round % 7) { Thread.yield() }
                it.cancel()
            }
        }
        runBlocking { receivers.joinAll() }
        numbers.close()
        scope.launch { for (number in numbers.elements()) ended += number }
        val sent = runBlocking { sender.await() }

        Await.until("all have ended") { ended.size == sent }
        assertThat(ended.sorted()).isEqualTo(List(sent) { it })
    }

    @Test
    fun shouldSayThatScopesHaveNoCoroutines() {
        ProcessScope.open(scheduler).use { processes ->
            val numbers = processes.channel<Int>().rendezvous()

            assertThat(failureOf { numbers.receiveSuspending() }).isInstanceOf(IllegalStateException::class.java)
        }
    }

    // Select

    @Test
    fun shouldChooseWhatIsReady() {
        val numbers = builder.buffered(1)
        val words = Channel.buffered<String>(1)
        words.send("word")
        val select = Select.fair<String>().receive(numbers) { "number $it" }.receive(words) { "word $it" }.build()

        assertThat(runBlocking { select.selectSuspending() }).isEqualTo("word word")
    }

    @Test
    fun shouldWaitUntilAClauseCanBeChosen() {
        val numbers = builder.rendezvous()
        val select = Select.fair<String>()
            .receive(numbers) { "number $it on ${Scheduler.current().isPresent}" }
            .receive(Channel.rendezvous<String>()) { it }
            .build()
        val chosen = scope.async(start = CoroutineStart.UNDISPATCHED) { select.selectSuspending() }
        numbers.send(1)

        assertThat(runBlocking { chosen.await() }).isEqualTo("number 1 on true")
    }

    @Test
    fun shouldThrowWhatTheActionThrows() {
        val select = Select.fair<String>().receive(builder.rendezvous().apply { close() }) { "$it" }.build()

        assertThat(failureOf { select.selectSuspending() }).isInstanceOf(ChannelClosedException::class.java)
        assertThat(failureOf { select.selectSuspending() }).isInstanceOf(ChannelClosedException::class.java)
    }

    @Test
    fun shouldGiveBackWhatWasSelectedInTheMomentOfACancel() {
        val numbers = builder.rendezvous()
        val select = Select.fair<Int>().receive(numbers) { error("must not run") }.build()
        val dispatcher = HeldDispatcher()
        val waiting = CoroutineScope(dispatcher).launch(start = CoroutineStart.UNDISPATCHED) { select.selectSuspending() }
        numbers.send(1)
        waiting.cancel()
        dispatcher.runAll()

        assertThat(undelivered).containsExactly(1)
    }

    @Test
    fun shouldMakeAnotherRoundAfterACancel() {
        val numbers = builder.rendezvous()
        val select = Select.fair<Int>().receive(numbers) { it }.build()
        val late = runBlocking { withTimeoutOrNull(1) { select.selectSuspending() } }
        val next = scope.async(start = CoroutineStart.UNDISPATCHED) { select.selectSuspending() }
        numbers.send(2)

        assertThat(late).isNull()
        assertThat(runBlocking { next.await() }).isEqualTo(2)
    }

    @Test
    fun shouldSayHowASelectIsTimed() {
        val select = Select.fair<Int>().receive(builder.rendezvous()) { it }.timeout(Duration.ofMillis(1)) { 0 }.build()

        assertThat(failureOf { select.selectSuspending() })
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessageContaining("put withTimeoutOrNull around selectSuspending")
    }

    @Test
    fun shouldRefuseToGoOnWithoutHavingLooked() {
        val iterator = builder.rendezvous().elements().iterator()

        assertThat(runCatching { iterator.next() }.exceptionOrNull()).isInstanceOf(NoSuchElementException::class.java)
    }
}
