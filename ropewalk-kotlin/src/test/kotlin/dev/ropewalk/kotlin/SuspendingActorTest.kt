package dev.ropewalk.kotlin

import dev.ropewalk.actor.ActorOptions
import dev.ropewalk.actor.ActorRef
import dev.ropewalk.actor.ActorStoppedException
import dev.ropewalk.actor.ActorSystem
import dev.ropewalk.actor.AskTimeoutException
import dev.ropewalk.actor.DeadLetter
import dev.ropewalk.actor.Supervision
import dev.ropewalk.testing.Await
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

class SuspendingActorTest {
    private val system = ActorSystem.builder("suspending").supervision(Supervision.restart()).build()
    private val seen = CopyOnWriteArrayList<String>()

    @AfterEach
    fun close() {
        system.close(Duration.ZERO)
    }

    private fun awaitSeen(vararg expected: String) {
        Await.until({ "$seen instead of ${expected.toList()}" }, { seen == expected.toList() }, Await.DEADLINE)
    }

    private fun awaitStop(actor: ActorRef<*>) {
        system.whenStopped(actor).get(20, TimeUnit.SECONDS)
    }

    private data class Question(val text: String, val replyTo: ActorRef<String>)

    @Test
    fun shouldTakeItsMessagesOneAfterAnother() {
        val actor = system.spawnSuspending<String>("one") { inbox ->
            for (message in inbox) {
                delay(1)
                seen += message
            }
        }
        repeat(20) { actor.tell("$it") }

        awaitSeen(*Array(20) { "$it" })
    }

    @Test
    fun shouldStopWhenItsCodeReturns() {
        val actor = system.spawnSuspending<String> { inbox -> seen += inbox.receive() }
        actor.tell("last")
        awaitStop(actor)

        awaitSeen("last")
    }

    @Test
    fun shouldBeRestartedByItsSupervisorWhenItFails() {
        val actor = system.spawnSuspending<String>(ActorOptions.defaults().name("failing")) { inbox ->
            seen += "begun"
            for (message in inbox) {
                check(message != "fail") { "as told" }
                seen += message
            }
        }
        actor.tell("a")
        actor.tell("fail")
        actor.tell("b")

        awaitSeen("begun", "a", "begun", "b")
    }

    @Test
    fun shouldFailWithACoroutineThatItHasStarted() {
        system.spawnSuspending<String> {
            seen += "begun"
            if (seen.size == 1) {
                launch { error("thrown") }
            }
            awaitCancellation()
        }

        awaitSeen("begun", "begun")
    }

    @Test
    fun shouldCleanUpWhenItIsStopped() {
        val begun = CompletableFuture<Unit>()
        val actor = system.spawnSuspending<String> {
            try {
                begun.complete(Unit)
                delay(Long.MAX_VALUE)
            } finally {
                withContext(NonCancellable) { delay(1) }
                seen += "cleaned"
            }
        }
        begun.get()
        system.stop(actor)
        awaitStop(actor)

        awaitSeen("cleaned")
    }

    @Test
    fun shouldStopWhileItWaitsForAMessage() {
        val actor = system.spawnSuspending<String> { inbox -> for (message in inbox) seen += message }
        system.stop(actor)

        awaitStop(actor)
    }

    @Test
    fun shouldEndAWaitForAMessageThatCantBeCancelled() {
        val begun = CompletableFuture<Unit>()
        val actor = system.spawnSuspending<String> { inbox ->
            withContext(NonCancellable) {
                begun.complete(Unit)
                inbox.receive()
            }
        }
        begun.get()
        system.stop(actor)

        awaitStop(actor)
    }

    @Test
    fun shouldReceiveForALimitedTime() {
        val actor = system.spawnSuspending<String> { inbox ->
            seen += "${withTimeoutOrNull(1) { inbox.receive() }}"
            inbox.withContext { context -> seen += context.self().path() }
            for (message in inbox) seen += message
        }
        awaitSeen("null", actor.path())
        actor.tell("late")

        awaitSeen("null", actor.path(), "late")
    }

    @Test
    fun shouldLoseNoMessageHoweverWaitsEnd() {
        val actor = system.spawnSuspending<String> { inbox ->
            while (true) {
                withTimeoutOrNull(1) { seen += inbox.receive() }
            }
        }
        repeat(200) {
            actor.tell("$it")
            if (it % 10 == 0) {
                Await.pass(Duration.ofNanos(it * 10_000L))
            }
        }

        Await.until({ "${seen.size} of 200 are seen" }, { seen.size == 200 }, Await.DEADLINE)
        assertThat(seen.toSet()).hasSize(200)
    }

    @Test
    fun shouldMakeDeadLettersOfWhatItHasNotSeen() {
        val dead = CopyOnWriteArrayList<Any>()
        system.events().subscribe(DeadLetter::class.java, system.spawn { _ -> dev.ropewalk.actor.Actor<DeadLetter> { dead += it.message() } })
        val actor = system.spawnSuspending<String> { inbox ->
            inbox.receive()
            awaitCancellation()
        }
        actor.tell("seen")
        actor.tell("unseen")
        Await.until("the first is received") { system.details(actor.path()).isPresent }
        system.stop(actor)
        awaitStop(actor)

        Await.until("the other is dead") { dead.contains("unseen") }
    }

    @Test
    fun shouldSpawnChildrenByItsContext() {
        val actor = system.spawnSuspending<String>("parent") { inbox ->
            val child = inbox.withContext { it.spawnSuspending<String>("child") { own -> seen += own.receive() } }
            for (message in inbox) child.tell(message)
        }
        actor.tell("handed on")

        awaitSeen("handed on")
    }

    @Test
    fun shouldThrowWhatFailsInItsContext() {
        system.spawnSuspending<String> { inbox ->
            seen += "${runCatching { inbox.withContext<Unit> { error("thrown") } }.exceptionOrNull()?.message}"
        }

        awaitSeen("thrown")
    }

    @Test
    fun shouldRunOthersWhileItWaitsForAMessage() {
        val answer = CompletableDeferred<String>()
        system.spawnSuspending<String> { inbox ->
            launch {
                delay(1)
                answer.complete("ran")
            }
            inbox.receive()
        }

        assertThat(runBlocking { answer.await() }).isEqualTo("ran")
    }

    // Asking

    @Test
    fun shouldAsk() {
        val actor = system.spawnSuspending<Question> { inbox ->
            for (question in inbox) {
                delay(1)
                question.replyTo.tell(question.text.reversed())
            }
        }

        assertThat(runBlocking { actor.askSuspending<Question, String>(20.seconds) { Question("abc", it) } }).isEqualTo("cba")
    }

    @Test
    fun shouldSayWhyThereIsNoAnswer() {
        val silent = system.spawnSuspending<Question> { awaitCancellation() }
        val failing = system.spawnSuspending<Question> { inbox ->
            inbox.receive()
            error("thrown")
        }
        val stopped = system.spawnSuspending<Question> {}
        awaitStop(stopped)
        val failures = runBlocking {
            listOf(silent to 1.milliseconds, failing to 1.hours, stopped to 1.hours).map { (actor, timeout) ->
                runCatching { actor.askSuspending<Question, String>(timeout) { Question("", it) } }.exceptionOrNull()
            }
        }

        assertThat(failures[0]).isInstanceOf(AskTimeoutException::class.java)
        assertThat(failures[1]).hasMessage("thrown")
        assertThat(failures[2]).isInstanceOf(ActorStoppedException::class.java)
    }

    @Test
    fun shouldWaitNoLongerForAnAnswerWhenCancelled() {
        val asked = AtomicInteger()
        val silent = system.spawnSuspending<Question> { inbox -> for (question in inbox) asked.incrementAndGet() }
        runBlocking {
            val waiting = launch(start = CoroutineStart.UNDISPATCHED) {
                silent.askSuspending<Question, String>(1.hours) { Question("", it) }
            }
            waiting.cancelAndJoin()
            assertThat(waiting.isCancelled).isTrue()
        }

        Await.until("the message stays sent") { asked.get() == 1 }
    }
}
