package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Scheduler
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
}
