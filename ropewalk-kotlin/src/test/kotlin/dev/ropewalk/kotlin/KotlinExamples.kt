package dev.ropewalk.kotlin

import dev.ropewalk.actor.ActorRef
import dev.ropewalk.actor.ActorSystem
import dev.ropewalk.channel.Channel
import dev.ropewalk.limit.Budget
import dev.ropewalk.limit.Demand
import dev.ropewalk.limit.Limiter
import dev.ropewalk.scheduler.Scheduler
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** The code that `docs/kotlin.md` shows. */
internal object KotlinExamples {
    fun dispatchers(println: (Any) -> Unit) {
        // begin dispatchers
        Scheduler.create().use { scheduler ->
            val workers = scheduler.asCoroutineDispatcher()
            val account = scheduler.newStrand().asCoroutineDispatcher()
            var balance = 0 // no lock, no volatile: only coroutines of one strand touch it
            runBlocking(workers) {
                repeat(100) {
                    launch(account) {
                        balance += 10
                        delay(1) // a timer of the scheduler
                        balance -= 3
                    }
                }
            }
            println(balance)
        }
        // end dispatchers
    }

    fun channels(println: (Any) -> Unit) {
        // begin channels
        runBlocking {
            val orders = Channel.buffered<String>(16)
            launch {
                orders.sendSuspending("rope")
                orders.sendSuspending("twine")
                orders.close()
            }
            for (order in orders.elements()) {
                println(order)
            }
        }
        // end channels
    }

    private data class Question(val text: String, val replyTo: ActorRef<String>)

    fun actors(println: (Any) -> Unit) {
        // begin actors
        ActorSystem.create("shop").use { shop ->
            val clerk = shop.spawnSuspending<Question>("clerk") { inbox ->
                for (question in inbox) {
                    delay(1) // other actors go on meanwhile
                    question.replyTo.tell("${question.text}? We have that.")
                }
            }
            println(runBlocking { clerk.askSuspending<Question, String>(1.minutes) { Question("Rope", it) } })
        }
        // end actors
    }

    private suspend fun query(key: String): String {
        delay(1)
        return "$key: 3 miles"
    }

    fun limits(println: (Any) -> Unit) {
        // begin limits
        val database = Limiter.fixed(10).build()
        val machine = Budget.builder().resource("memory", 1L shl 30).build()
        runBlocking {
            val row = database.withPermit { query("twine") }
            machine.withGrant(Demand.of("memory", 1L shl 20)) { println(row) }
        }
        // end limits
    }
}
